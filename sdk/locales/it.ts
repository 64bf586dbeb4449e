/** Italian. */
import type { Pack } from "./pack.ts";

const DATE_HELP = "Inserisci mese e anno, per esempio 04/29.";
const EXPIRED = "Questa carta è scaduta. Usane un’altra.";
const TOO_FAR = "L’anno è troppo lontano. Controlla la carta.";
const YEAR_HELP = "Inserisci le ultime due cifre dell’anno.";
const CODE_LENGTH = "3 cifre, oppure 4 per American Express.";

export const PACK: Pack = {
  common: {
    pay: "Paga",
    paySum: "Paga {sum}",
    loading: "Caricamento",
    redirect: "Vai alla pagina di pagamento",
    payByBank: "Paga con la tua banca",
    unavailable: "Non disponibile",
    notLoaded: "Impossibile caricare le opzioni di pagamento. Controlla la connessione e riprova.",
    save: "Salva questo metodo per i prossimi pagamenti",
  },
  fields: {
    CARD_NUMBER: {
      label: "Numero di carta",
      placeholder: "1234 1234 1234 1234",
      errors: {
        empty: "Indica il numero della carta.",
        incomplete: "Numero troppo corto. Controlla la carta.",
        too_long: "Numero troppo lungo. Controlla la carta.",
        wrong: "Una cifra è errata. Controlla la carta.",
      },
    },
    CARDHOLDER_NAME: {
      label: "Nome sulla carta",
      placeholder: "Titolare della carta",
      errors: {
        empty: "Indica il nome scritto sulla carta.",
        incomplete: "Inserisci il nome completo della carta.",
        wrong: "Solo lettere, come sulla carta.",
      },
    },
    EXPIRATION_DATE: {
      label: "Scadenza",
      placeholder: "MM/AA",
      errors: {
        empty: "Indica la scadenza.",
        incomplete: DATE_HELP,
        wrong: DATE_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_MONTH: {
      label: "Mese",
      placeholder: "MM",
      errors: {
        empty: "Indica mese.",
        wrong: "Da 01 a 12.",
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_YEAR: {
      label: "Anno",
      placeholder: "AA",
      errors: {
        empty: "Indica anno.",
        incomplete: YEAR_HELP,
        wrong: YEAR_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    CVV: {
      label: "Codice CVC",
      placeholder: "CVC",
      hints: ["3 cifre sul retro della carta", "4 cifre sul fronte della carta"],
      errors: {
        empty: "Indica codice.",
        incomplete: CODE_LENGTH,
        too_long: CODE_LENGTH,
      },
    },
  },
  entries: {
    empty: "Compila questo campo.",
    incomplete: "Il testo inserito è troppo corto.",
    too_long: "Il testo inserito è troppo lungo.",
    wrong: "Il dato inserito non è corretto. Controllalo.",
    mismatch: "I dati inseriti non coincidono.",
  },
  collect: { refused: "Non è stato possibile inviare la carta. Non è stato salvato nulla." },
  form: {
    title: "Dati della carta",
    loadFailed: "Impossibile caricare i campi della carta. Controlla la connessione e riprova.",
    retry: "Riprova",
  },
  extras: {
    country: "Paese",
    selectCountry: "Scegli un paese",
    postalCode: "Codice postale",
    installments: "Paga in rate mensili",
    inFull: "Paga in un’unica soluzione",
  },
  schemes: {
    title: "Circuito della carta",
    hint: "Scegli con quale circuito pagare. Altrimenti lo sceglierà il negozio.",
  },
  dropin: {
    legend: "Metodo di pagamento",
    success: "Pagamento riuscito",
    fail: "Il pagamento non è stato autorizzato. Riprova.",
    pending: "Pagamento in sospeso",
    left: "Hai chiuso la pagina prima di completare il pagamento. Puoi riprenderlo: non ti verrà addebitato due volte.",
    openAgain: "Apri di nuovo",
    otherWay: "Scegli un altro metodo di pagamento",
    remove: "Rimuovi",
    makeDefault: "Usa come predefinito",
    isDefault: "Predefinito",
    dismiss: "Chiudi",
    card: "Carta",
  },
  popup: {
    bank: "Verifica bancaria",
    payment: "Pagamento",
    cancel: "Annulla",
  },
  cardList: {
    legend: "Carte salvate",
    another: "Usa un’altra carta",
  },
  declines: {
    reasons: {
      insufficient_funds: "La tua banca segnala fondi insufficienti su questa carta. Non è stato addebitato nulla.",
      limit_reached: "Questo pagamento supera il limite della tua carta. Non è stato addebitato nulla.",
      expired: "Secondo la tua banca questa carta è scaduta. Non è stato addebitato nulla.",
      unknown_card: "La tua banca non riconosce questa carta. Non è stato addebitato nulla.",
      card_not_allowed: "La tua banca non consente questo pagamento con questa carta. Non è stato addebitato nulla.",
      not_authenticated: "La tua banca non ha potuto confermare la tua identità. Non è stato addebitato nulla.",
      cancelled: "Il pagamento è stato annullato. Non è stato addebitato nulla.",
      not_processed: "Non è stato possibile elaborare il pagamento. Non è stato addebitato nulla.",
      no_reason: "La tua banca ha rifiutato il pagamento. Non è stato addebitato nulla.",
    },
    nextSteps: {
      use_another_card: "Prova con un’altra carta.",
      check_card: "Controlla i dati della carta o prova con un’altra.",
      call_bank: "Prova con un’altra carta o contatta la tua banca.",
      try_again: "Riprova o usa un’altra carta.",
      try_later: "Riprova tra un minuto o usa un’altra carta.",
    },
  },
};
