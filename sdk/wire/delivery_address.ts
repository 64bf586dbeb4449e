/** Delivery addresses as wallets report them. */

/** The shopper's address as Apple Pay and newer PayPal answers name it. */
export interface DeliveryAddress {
  /** Street. */
  street?: string;
  /** Number of the door. */
  doorNumber?: string;
  /** Further line of the address. */
  complement?: string;
  /** District. */
  area?: string;
  /** City. */
  city?: string;
  /** Postal code. */
  postalCode?: string;
  /** State or region. */
  state?: string;
  /** `code` is ISO 3166-1 alpha-2, `iso3` alpha-3. */
  country?: {
    /** ISO 3166-1 alpha-2. */
    code?: string;
    /** ISO 3166-1 alpha-3. */
    iso3?: string;
    /** Name of the country, for display. */
    name?: string;
  };
  /** In degrees. */
  latitude?: number;
  /** In degrees. */
  longitude?: number;
  /** Phone number. */
  phone?: {
    /** Calling code of the country, such as `49`. */
    countryCode?: string;
    /** The number without the calling code. */
    number?: string;
  };
  /** Name. */
  name?: string;
  /** Last name. */
  lastName?: string;
  /** Email address. */
  email?: string;
}

/** Payload of `onDeliveryAddressChanged`: `deliveryAddress` in Apple Pay, the other members in PayPal. */
export interface DeliveryAddressChange {
  /** Apple Pay: city, postal code, state and country; Apple reveals the rest after the payment. */
  deliveryAddress?: DeliveryAddress;
  /** PayPal's ids of the visit. */
  orderID?: string;
  /** PayPal's id of the payment. */
  paymentID?: string;
  /** PayPal's token of the payment. */
  paymentToken?: string;
  /** PayPal: the address without street and name. */
  shippingAddress?: {
    /** City. */
    city: string;
    /** ISO 3166-1 alpha-2. */
    countryCode: string;
    /** Postal code. */
    postalCode: string;
    /** State or region. */
    state: string;
  };
}
