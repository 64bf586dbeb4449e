/** Portuguese. */
import type { Pack } from "./pack.ts";

const DATE_HELP = "Indique mês e ano, por exemplo 04/29.";
const EXPIRED = "Este cartão está fora de validade. Use outro.";
const TOO_FAR = "Esse ano é distante demais. Veja o cartão.";
const YEAR_HELP = "Indique os dois últimos dígitos do ano.";
const CODE_LENGTH = "3 dígitos, ou 4 no American Express.";

export const PACK: Pack = {
  common: {
    pay: "Pagar",
    paySum: "Pagar {sum}",
    loading: "A carregar",
    redirect: "Ir para a página de pagamento",
    payByBank: "Pagar pelo banco",
    unavailable: "Indisponível",
    notLoaded: "As opções de pagamento não carregaram. Verifique a ligação e tente de novo.",
    save: "Guardar este meio de pagamento para o futuro",
  },
  fields: {
    CARD_NUMBER: {
      label: "Número do cartão",
      placeholder: "1234 1234 1234 1234",
      errors: {
        empty: "Indique o número do cartão.",
        incomplete: "Curto demais. Compare com o cartão.",
        too_long: "Longo demais. Compare com o cartão.",
        wrong: "Um dígito está errado. Compare com o cartão.",
      },
    },
    CARDHOLDER_NAME: {
      label: "Nome no cartão",
      placeholder: "Titular do cartão",
      errors: {
        empty: "Indique o nome que está no cartão.",
        incomplete: "Indique o nome completo do cartão.",
        wrong: "Só letras, como no cartão.",
      },
    },
    EXPIRATION_DATE: {
      label: "Validade",
      placeholder: "MM/AA",
      errors: {
        empty: "Indique a data de validade.",
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
        empty: "Indique o mês da validade.",
        wrong: "Indique o mês, de 01 a 12.",
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_YEAR: {
      label: "Ano",
      placeholder: "AA",
      errors: {
        empty: "Indique o ano da validade.",
        incomplete: YEAR_HELP,
        wrong: YEAR_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    CVV: {
      label: "Código CVC",
      placeholder: "CVC",
      errors: {
        empty: "Indique o código de segurança do cartão.",
        incomplete: CODE_LENGTH,
        too_long: CODE_LENGTH,
      },
    },
  },
  form: {
    title: "Dados do cartão",
    loadFailed: "Os campos do cartão não carregaram. Verifique a ligação e tente de novo.",
    retry: "Tentar de novo",
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
    hint: "Escolha a rede com que quer pagar. Se não, a loja escolhe.",
  },
  dropin: {
    legend: "Forma de pagamento",
    success: "Pagamento efetuado",
    fail: "O pagamento não foi autorizado. Tente de novo.",
    pending: "Pagamento pendente",
    left: "Fechou a página antes de terminar o pagamento. É o mesmo pagamento: não será cobrado duas vezes.",
    openAgain: "Abrir novamente",
    otherWay: "Escolher outra forma de pagamento",
    remove: "Remover",
    makeDefault: "Usar por padrão",
    isDefault: "Padrão",
    dismiss: "Fechar",
    card: "Cartão",
  },
  popup: {
    bank: "Verificação do seu banco",
    payment: "Pagamento",
    cancel: "Cancelar",
  },
  cardList: {
    legend: "Cartões guardados",
    another: "Usar outro cartão",
  },
  declines: {
    reasons: {
      insufficient_funds: "O seu banco diz que não há saldo suficiente neste cartão. Nada foi cobrado.",
      limit_reached: "O seu banco diz que este pagamento ultrapassa o limite do cartão. Nada foi cobrado.",
      expired: "O seu banco diz que este cartão expirou. Nada foi cobrado.",
      unknown_card: "O seu banco não reconhece este cartão. Nada foi cobrado.",
      card_not_allowed: "O seu banco não permite este pagamento com este cartão. Nada foi cobrado.",
      not_authenticated: "O seu banco não conseguiu confirmar a sua identidade. Nada foi cobrado.",
      cancelled: "O pagamento foi cancelado. Nada foi cobrado.",
      not_processed: "Não foi possível processar o pagamento. Nada foi cobrado.",
      no_reason: "O seu banco recusou o pagamento. Nada foi cobrado.",
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
