/** German. */
import type { Pack } from "./pack.ts";

const DATE_HELP = "Monat und Jahr eingeben, zum Beispiel 04/29.";
const EXPIRED = "Abgelaufen. Bitte eine andere Karte verwenden.";
const TOO_FAR = "Das Ablaufjahr liegt zu weit in der Zukunft.";
const YEAR_HELP = "Bitte die letzten zwei Ziffern eingeben.";
const CODE_LENGTH = "3 Ziffern, bei American Express 4.";

export const PACK: Pack = {
  common: {
    pay: "Bezahlen",
    paySum: "{sum} bezahlen",
    loading: "Wird geladen",
    redirect: "Zur Zahlungsseite",
    payByBank: "Vom Bankkonto bezahlen",
    unavailable: "Nicht verfügbar",
    notLoaded:
      "Die Zahlungsarten konnten nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    save: "Zahlungsart für künftige Zahlungen speichern",
  },
  fields: {
    CARD_NUMBER: {
      label: "Kartennummer",
      placeholder: "1234 1234 1234 1234",
      errors: {
        empty: "Kartennummer fehlt.",
        incomplete: "Die Nummer ist zu kurz. Bitte Karte prüfen.",
        too_long: "Die Nummer ist zu lang. Bitte Karte prüfen.",
        wrong: "Eine Ziffer stimmt nicht. Bitte Karte prüfen.",
      },
    },
    CARDHOLDER_NAME: {
      label: "Name auf der Karte",
      placeholder: "Karteninhaber",
      errors: {
        empty: "Name auf der Karte fehlt.",
        incomplete: "Bitte den vollständigen Namen eingeben.",
        wrong: "Nur Buchstaben, wie auf der Karte.",
      },
    },
    EXPIRATION_DATE: {
      label: "Gültig bis",
      placeholder: "MM/JJ",
      errors: {
        empty: "Ablaufdatum fehlt.",
        incomplete: DATE_HELP,
        wrong: DATE_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_MONTH: {
      label: "Monat",
      placeholder: "MM",
      errors: {
        empty: "Monat fehlt.",
        wrong: "Nur 01 bis 12.",
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_YEAR: {
      label: "Jahr",
      placeholder: "JJ",
      errors: {
        empty: "Jahr fehlt.",
        incomplete: YEAR_HELP,
        wrong: YEAR_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    CVV: {
      label: "Sicherheitscode",
      placeholder: "CVC",
      hints: ["3 Ziffern auf der Rückseite Ihrer Karte", "4 Ziffern auf der Vorderseite Ihrer Karte"],
      errors: {
        empty: "Code fehlt.",
        incomplete: CODE_LENGTH,
        too_long: CODE_LENGTH,
      },
    },
  },
  entries: {
    empty: "Bitte Feld ausfüllen.",
    incomplete: "Die Eingabe ist zu kurz.",
    too_long: "Die Eingabe ist zu lang.",
    wrong: "Die Angabe stimmt nicht. Bitte Eingabe prüfen.",
    mismatch: "Die Eingaben stimmen nicht überein.",
  },
  collect: { refused: "Die Karte konnte nicht gesendet werden. Es wurde nichts gespeichert." },
  form: {
    title: "Kartendaten",
    loadFailed:
      "Die Kartenfelder konnten nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    retry: "Erneut versuchen",
  },
  extras: {
    country: "Land",
    selectCountry: "Land auswählen",
    postalCode: "Postleitzahl",
    installments: "In Monatsraten bezahlen",
    inFull: "In einer Summe bezahlen",
  },
  schemes: {
    title: "Kartenmarke",
    hint: "Wählen Sie die Marke. Sonst entscheidet der Händler.",
  },
  dropin: {
    legend: "Zahlungsart",
    success: "Zahlung erfolgreich",
    fail: "Die Zahlung wurde nicht genehmigt. Versuchen Sie es noch einmal.",
    pending: "Zahlung wird bearbeitet",
    left:
      "Sie haben die Seite vor Abschluss der Zahlung geschlossen. Setzen Sie die Zahlung fort: Es wird nicht doppelt abgebucht.",
    openAgain: "Noch einmal öffnen",
    otherWay: "Andere Zahlungsart wählen",
    remove: "Entfernen",
    makeDefault: "Als Standard verwenden",
    isDefault: "Standard",
    dismiss: "Schließen",
    card: "Karte",
  },
  popup: {
    bank: "Zahlung bestätigen",
    payment: "Zahlung",
    cancel: "Abbrechen",
  },
  cardList: {
    legend: "Gespeicherte Karten",
    another: "Andere Karte verwenden",
  },
  declines: {
    reasons: {
      insufficient_funds: "Laut Ihrer Bank reicht die Deckung dieser Karte nicht aus. Es wurde nichts abgebucht.",
      limit_reached: "Diese Zahlung übersteigt das Limit Ihrer Karte. Es wurde nichts abgebucht.",
      expired: "Laut Ihrer Bank ist diese Karte abgelaufen. Es wurde nichts abgebucht.",
      unknown_card: "Ihre Bank erkennt diese Karte nicht. Es wurde nichts abgebucht.",
      card_not_allowed: "Ihre Bank erlaubt diese Zahlung mit dieser Karte nicht. Es wurde nichts abgebucht.",
      not_authenticated: "Ihre Bank konnte Ihre Identität nicht bestätigen. Es wurde nichts abgebucht.",
      cancelled: "Die Zahlung wurde abgebrochen. Es wurde nichts abgebucht.",
      not_processed: "Die Zahlung konnte nicht verarbeitet werden. Es wurde nichts abgebucht.",
      no_reason: "Ihre Bank hat diese Zahlung abgelehnt. Es wurde nichts abgebucht.",
    },
    nextSteps: {
      use_another_card: "Versuchen Sie es mit einer anderen Karte.",
      check_card: "Prüfen Sie die Kartendaten oder versuchen Sie es mit einer anderen Karte.",
      call_bank: "Versuchen Sie es mit einer anderen Karte oder fragen Sie Ihre Bank.",
      try_again: "Versuchen Sie es noch einmal oder verwenden Sie eine andere Karte.",
      try_later: "Versuchen Sie es in einer Minute noch einmal oder verwenden Sie eine andere Karte.",
    },
  },
};
