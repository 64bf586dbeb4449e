/** Spanish. */
import type { Pack } from "./pack.ts";

const DATE_HELP = "Introduce mes y año, por ejemplo 04/29.";
const EXPIRED = "Esta tarjeta ha caducado. Usa otra.";
const TOO_FAR = "El año de caducidad no es válido.";
const YEAR_HELP = "Introduce las dos últimas cifras del año.";
const CODE_LENGTH = "3 cifras, o 4 en American Express.";

export const PACK: Pack = {
  common: {
    pay: "Pagar",
    paySum: "Pagar {sum}",
    loading: "Cargando",
    redirect: "Ir a la página de pago",
    payByBank: "Pagar desde tu banco",
    unavailable: "No disponible",
    notLoaded: "Las opciones de pago no se han cargado. Comprueba tu conexión e inténtalo de nuevo.",
    save: "Guardar esta forma de pago para la próxima vez",
  },
  fields: {
    CARD_NUMBER: {
      label: "Número de tarjeta",
      placeholder: "1234 1234 1234 1234",
      errors: {
        empty: "Falta el número de la tarjeta.",
        incomplete: "Número demasiado corto. Revisa la tarjeta.",
        too_long: "Número demasiado largo. Revisa la tarjeta.",
        wrong: "Hay una cifra incorrecta. Revisa la tarjeta.",
      },
    },
    CARDHOLDER_NAME: {
      label: "Nombre en la tarjeta",
      placeholder: "Titular de la tarjeta",
      errors: {
        empty: "Falta el nombre que figura en la tarjeta.",
        incomplete: "Introduce el nombre completo.",
        wrong: "Solo letras, como en la tarjeta.",
      },
    },
    EXPIRATION_DATE: {
      label: "Fecha de caducidad",
      placeholder: "MM/AA",
      errors: {
        empty: "Falta la fecha.",
        incomplete: DATE_HELP,
        wrong: DATE_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_MONTH: {
      label: "Mes",
      placeholder: "MM",
      errors: {
        empty: "Falta el mes.",
        wrong: "De 01 a 12.",
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_YEAR: {
      label: "Año",
      placeholder: "AA",
      errors: {
        empty: "Falta el año.",
        incomplete: YEAR_HELP,
        wrong: YEAR_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    CVV: {
      label: "Código CVC",
      placeholder: "CVC",
      hints: ["3 cifras en el reverso de tu tarjeta", "4 cifras en el anverso de tu tarjeta"],
      errors: {
        empty: "Falta el código.",
        incomplete: CODE_LENGTH,
        too_long: CODE_LENGTH,
      },
    },
  },
  entries: {
    empty: "Rellena este campo.",
    incomplete: "El texto es demasiado corto.",
    too_long: "El texto es demasiado largo.",
    wrong: "Este dato no es correcto. Revísalo.",
    mismatch: "Los datos no coinciden.",
  },
  collect: { refused: "No se ha podido enviar la tarjeta. No se ha guardado nada." },
  form: {
    title: "Datos de la tarjeta",
    loadFailed: "Los campos de la tarjeta no se han cargado. Comprueba tu conexión e inténtalo de nuevo.",
    retry: "Reintentar",
  },
  extras: {
    country: "País",
    selectCountry: "Selecciona un país",
    postalCode: "Código postal",
    installments: "Dividir el pago en cuotas mensuales",
    inFull: "Pagar todo de una vez",
  },
  schemes: {
    title: "Marca de la tarjeta",
    hint: "Elige con qué marca pagar. Si no, la elige la tienda.",
  },
  dropin: {
    legend: "Forma de pago",
    success: "Pago realizado",
    fail: "No se ha autorizado el pago. Inténtalo de nuevo.",
    pending: "Pago pendiente",
    left: "Cerraste la página antes de terminar el pago. Puedes continuarlo: no se te cobrará dos veces.",
    openAgain: "Abrir de nuevo",
    otherWay: "Elegir otra forma de pago",
    remove: "Eliminar",
    makeDefault: "Usar por defecto",
    isDefault: "Por defecto",
    dismiss: "Cerrar",
    card: "Tarjeta",
  },
  popup: {
    bank: "Verificación bancaria",
    payment: "Pago",
    cancel: "Cancelar",
  },
  cardList: {
    legend: "Tarjetas guardadas",
    another: "Usar otra tarjeta",
  },
  declines: {
    reasons: {
      insufficient_funds: "Tu banco indica que la tarjeta no tiene saldo suficiente. No se te ha cobrado nada.",
      limit_reached: "Este pago supera el límite de tu tarjeta. No se te ha cobrado nada.",
      expired: "Tu banco indica que la tarjeta ha caducado. No se te ha cobrado nada.",
      unknown_card: "Tu banco no reconoce esta tarjeta. No se te ha cobrado nada.",
      card_not_allowed: "Tu banco no permite este pago con esta tarjeta. No se te ha cobrado nada.",
      not_authenticated: "Tu banco no ha podido confirmar que eras tú. No se te ha cobrado nada.",
      cancelled: "El pago se ha cancelado. No se te ha cobrado nada.",
      not_processed: "No se ha podido procesar el pago. No se te ha cobrado nada.",
      no_reason: "Tu banco ha rechazado este pago. No se te ha cobrado nada.",
    },
    nextSteps: {
      use_another_card: "Prueba con otra tarjeta.",
      check_card: "Revisa los datos de la tarjeta o prueba con otra.",
      call_bank: "Prueba con otra tarjeta o contacta con tu banco.",
      try_again: "Vuelve a intentarlo o usa otra tarjeta.",
      try_later: "Vuelve a intentarlo en un minuto o usa otra tarjeta.",
    },
  },
};
