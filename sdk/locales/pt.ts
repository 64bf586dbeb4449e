/** Portuguese. */
import type { Pack } from "./pack.ts";

const DATE_HELP = "Indique mês e ano, por exemplo 04/29.";
const EXPIRED = "Este cartão expirou. Use outro.";
const TOO_FAR = "Ano demasiado distante. Verifique o cartão.";
const YEAR_HELP = "Indique os dois últimos dígitos do ano.";
const CODE_LENGTH = "3 dígitos, ou 4 no American Express.";

export const PACK: Pack = {
  common: {
    pay: "Pagar",
    paySum: "Pagar {sum}",
    loading: "A carregar",
    redirect: "Ir para a página de pagamento",
    payByBank: "Pagar através do banco",
    unavailable: "Indisponível",
    notLoaded: "Não foi possível carregar as opções de pagamento. Verifique a ligação e tente novamente.",
    save: "Guardar este método de pagamento para a próxima vez",
  },
  fields: {
    CARD_NUMBER: {
      label: "Número do cartão",
      placeholder: "1234 1234 1234 1234",
      errors: {
        empty: "Falta o número do cartão.",
        incomplete: "Número demasiado curto. Verifique o cartão.",
        too_long: "Número demasiado longo. Verifique o cartão.",
        wrong: "Há um dígito errado. Verifique o cartão.",
      },
    },
    CARDHOLDER_NAME: {
      label: "Nome no cartão",
      placeholder: "Titular do cartão",
      errors: {
        empty: "Falta o nome que está no cartão.",
        incomplete: "Indique o nome completo do cartão.",
        wrong: "Só letras, como no cartão.",
      },
    },
    EXPIRATION_DATE: {
      label: "Validade",
      placeholder: "MM/AA",
      errors: {
        empty: "Falta a validade.",
        incomplete: DATE_HELP,
        wrong: DATE_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_MONTH: {
      label: "Mês",
      placeholder: "MM",
      errors: {
        empty: "Falta o mês.",
        wrong: "De 01 a 12.",
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_YEAR: {
      label: "Ano",
      placeholder: "AA",
      errors: {
        empty: "Falta o ano.",
        incomplete: YEAR_HELP,
        wrong: YEAR_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    CVV: {
      label: "Código CVC",
      placeholder: "CVC",
      hints: ["3 dígitos no verso do seu cartão", "4 dígitos na frente do seu cartão"],
      errors: {
        empty: "Falta o código.",
        incomplete: CODE_LENGTH,
        too_long: CODE_LENGTH,
      },
    },
  },
  entries: {
    empty: "Preencha este campo.",
    incomplete: "O texto é demasiado curto.",
    too_long: "O texto é demasiado longo.",
    wrong: "Este valor não está correto. Verifique-o.",
    mismatch: "Os dados não coincidem.",
  },
  collect: { refused: "Não foi possível enviar o cartão. Nada foi guardado." },
  form: {
    title: "Dados do cartão",
    loadFailed: "Não foi possível carregar os campos do cartão. Verifique a ligação e tente novamente.",
    retry: "Tentar novamente",
  },
  extras: {
    country: "País",
    selectCountry: "Escolha um país",
    postalCode: "Código postal",
    installments: "Pagar em prestações mensais",
    inFull: "Pagar de uma só vez",
  },
  schemes: {
    title: "Rede do cartão",
    hint: "Escolha a rede com que quer pagar. Caso contrário, a loja escolhe.",
  },
  dropin: {
    legend: "Método de pagamento",
    success: "Pagamento efetuado",
    fail: "O pagamento não foi autorizado. Tente novamente.",
    pending: "Pagamento pendente",
    left: "Fechou a página antes de terminar o pagamento. Pode continuá-lo: não será cobrado duas vezes.",
    openAgain: "Abrir novamente",
    otherWay: "Escolher outro método de pagamento",
    remove: "Remover",
    makeDefault: "Definir como predefinido",
    isDefault: "Predefinido",
    dismiss: "Fechar",
    card: "Cartão",
  },
  popup: {
    bank: "Verificação bancária",
    payment: "Pagamento",
    cancel: "Cancelar",
  },
  cardList: {
    legend: "Cartões guardados",
    another: "Usar outro cartão",
  },
  declines: {
    reasons: {
      insufficient_funds: "O seu banco indica saldo insuficiente neste cartão. Não lhe foi cobrado nada.",
      limit_reached: "Este pagamento ultrapassa o limite do seu cartão. Não lhe foi cobrado nada.",
      expired: "O seu banco indica que este cartão expirou. Não lhe foi cobrado nada.",
      unknown_card: "O seu banco não reconhece este cartão. Não lhe foi cobrado nada.",
      card_not_allowed: "O seu banco não permite este pagamento com este cartão. Não lhe foi cobrado nada.",
      not_authenticated: "O seu banco não conseguiu confirmar a sua identidade. Não lhe foi cobrado nada.",
      cancelled: "O pagamento foi cancelado. Não lhe foi cobrado nada.",
      not_processed: "Não foi possível processar o pagamento. Não lhe foi cobrado nada.",
      no_reason: "O seu banco recusou o pagamento. Não lhe foi cobrado nada.",
    },
    nextSteps: {
      use_another_card: "Tente outro cartão.",
      check_card: "Verifique os dados do cartão ou tente outro.",
      call_bank: "Tente outro cartão ou contacte o seu banco.",
      try_again: "Tente novamente ou use outro cartão.",
      try_later: "Tente novamente dentro de um minuto ou use outro cartão.",
    },
  },
};
