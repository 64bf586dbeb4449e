/** French. */
import type { Pack } from "./pack.ts";

const DATE_HELP = "Saisissez mois et année, par exemple 04/29.";
const EXPIRED = "Cette carte a expiré. Utilisez-en une autre.";
const TOO_FAR = "Année trop lointaine. Vérifiez votre carte.";
const YEAR_HELP = "Saisissez les deux derniers chiffres.";
const CODE_LENGTH = "3 chiffres, ou 4 pour American Express.";

export const PACK: Pack = {
  common: {
    pay: "Payer",
    paySum: "Payer {sum}",
    loading: "Chargement",
    redirect: "Accéder à la page de paiement",
    payByBank: "Payer via ma banque",
    unavailable: "Indisponible",
    notLoaded: "Les options de paiement ne se sont pas chargées. Vérifiez votre connexion, puis réessayez.",
    save: "Enregistrer ce moyen de paiement pour la prochaine fois",
  },
  fields: {
    CARD_NUMBER: {
      label: "Numéro de carte",
      placeholder: "1234 1234 1234 1234",
      errors: {
        empty: "Numéro de carte requis.",
        incomplete: "Numéro trop court. Vérifiez votre carte.",
        too_long: "Numéro trop long. Vérifiez votre carte.",
        wrong: "Un chiffre est incorrect. Vérifiez la carte.",
      },
    },
    CARDHOLDER_NAME: {
      label: "Nom sur la carte",
      placeholder: "Titulaire de la carte",
      errors: {
        empty: "Nom sur la carte requis.",
        incomplete: "Saisissez le nom complet indiqué sur la carte.",
        wrong: "Lettres uniquement, comme sur la carte.",
      },
    },
    EXPIRATION_DATE: {
      label: "Date d’expiration",
      placeholder: "MM/AA",
      errors: {
        empty: "Date requise.",
        incomplete: DATE_HELP,
        wrong: DATE_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_MONTH: {
      label: "Mois",
      placeholder: "MM",
      errors: {
        empty: "Mois requis.",
        wrong: "De 01 à 12.",
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_YEAR: {
      label: "Année",
      placeholder: "AA",
      errors: {
        empty: "Année requise.",
        incomplete: YEAR_HELP,
        wrong: YEAR_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    CVV: {
      label: "Code CVC",
      placeholder: "CVC",
      hints: ["3 chiffres au dos de votre carte", "4 chiffres au recto de votre carte"],
      errors: {
        empty: "Code requis.",
        incomplete: CODE_LENGTH,
        too_long: CODE_LENGTH,
      },
    },
  },
  entries: {
    empty: "Remplissez ce champ.",
    incomplete: "Le texte saisi est trop court.",
    too_long: "Le texte saisi est trop long.",
    wrong: "La valeur saisie est incorrecte. Vérifiez-la.",
    mismatch: "Les saisies ne correspondent pas.",
  },
  collect: { refused: "La carte n’a pas pu être envoyée. Rien n’a été enregistré." },
  form: {
    title: "Informations de carte",
    loadFailed: "Les champs de la carte ne se sont pas chargés. Vérifiez votre connexion, puis réessayez.",
    retry: "Réessayer",
  },
  extras: {
    country: "Pays",
    selectCountry: "Choisissez un pays",
    postalCode: "Code postal",
    installments: "Payer en plusieurs fois",
    inFull: "Payer en une fois",
  },
  schemes: {
    title: "Réseau de la carte",
    hint: "Choisissez le réseau de paiement. Sinon, le commerçant le choisira.",
  },
  dropin: {
    legend: "Moyen de paiement",
    success: "Paiement réussi",
    fail: "Le paiement n’a pas été autorisé. Veuillez réessayer.",
    pending: "Paiement en attente",
    left:
      "Vous avez fermé la page avant la fin du paiement. Vous pouvez le reprendre\u00a0: vous ne serez pas débité deux fois.",
    openAgain: "Ouvrir à nouveau",
    otherWay: "Choisir un autre moyen de paiement",
    remove: "Supprimer",
    makeDefault: "Définir par défaut",
    isDefault: "Par défaut",
    dismiss: "Fermer",
    card: "Carte",
  },
  popup: {
    bank: "Vérification bancaire",
    payment: "Paiement",
    cancel: "Annuler",
  },
  cardList: {
    legend: "Cartes enregistrées",
    another: "Utiliser une autre carte",
  },
  declines: {
    reasons: {
      insufficient_funds: "Votre banque signale un solde insuffisant. Aucun montant n’a été débité.",
      limit_reached: "Ce paiement dépasse le plafond de votre carte. Aucun montant n’a été débité.",
      expired: "Selon votre banque, cette carte a expiré. Aucun montant n’a été débité.",
      unknown_card: "Votre banque ne reconnaît pas cette carte. Aucun montant n’a été débité.",
      card_not_allowed: "Votre banque n’autorise pas ce paiement avec cette carte. Aucun montant n’a été débité.",
      not_authenticated: "Votre banque n’a pas pu confirmer votre identité. Aucun montant n’a été débité.",
      cancelled: "Le paiement a été annulé. Aucun montant n’a été débité.",
      not_processed: "Le paiement n’a pas pu être traité. Aucun montant n’a été débité.",
      no_reason: "Votre banque a refusé le paiement. Aucun montant n’a été débité.",
    },
    nextSteps: {
      use_another_card: "Essayez une autre carte.",
      check_card: "Vérifiez les informations de la carte ou essayez une autre carte.",
      call_bank: "Essayez une autre carte ou contactez votre banque.",
      try_again: "Réessayez ou utilisez une autre carte.",
      try_later: "Réessayez dans une minute ou utilisez une autre carte.",
    },
  },
};
