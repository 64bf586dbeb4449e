/** Arabic. */
import type { Pack } from "./pack.ts";

const DATE_HELP = "أدخل الشهر والسنة، مثل 04/29.";
const EXPIRED = "انتهت صلاحية هذه البطاقة. استخدم بطاقة أخرى.";
const TOO_FAR = "هذه السنة بعيدة جدًا. راجع بطاقتك.";
const YEAR_HELP = "أدخل آخر رقمين من السنة.";
const CODE_LENGTH = "3 أرقام، أو 4 في American Express.";

export const PACK: Pack = {
  common: {
    pay: "ادفع",
    paySum: "ادفع {sum}",
    loading: "جارٍ التحميل",
    redirect: "الانتقال إلى صفحة الدفع",
    payByBank: "ادفع عبر البنك",
    unavailable: "غير متاح",
    notLoaded: "تعذّر تحميل خيارات الدفع. تحقق من اتصالك ثم حاول مرة أخرى.",
    save: "احفظ طريقة الدفع هذه للمرات القادمة",
  },
  fields: {
    CARD_NUMBER: {
      label: "رقم البطاقة",
      placeholder: "1234 1234 1234 1234",
      errors: {
        empty: "أدخل رقم البطاقة.",
        incomplete: "الرقم قصير جدًا. راجع بطاقتك.",
        too_long: "الرقم طويل جدًا. راجع بطاقتك.",
        wrong: "أحد الأرقام غير صحيح. راجع بطاقتك.",
      },
    },
    CARDHOLDER_NAME: {
      label: "الاسم على البطاقة",
      placeholder: "حامل البطاقة",
      errors: {
        empty: "أدخل الاسم المكتوب على البطاقة.",
        incomplete: "أدخل الاسم كاملاً كما على البطاقة.",
        wrong: "حروف فقط، كما على البطاقة.",
      },
    },
    EXPIRATION_DATE: {
      label: "تاريخ الانتهاء",
      placeholder: "MM/YY",
      errors: {
        empty: "أدخل تاريخ الانتهاء.",
        incomplete: DATE_HELP,
        wrong: DATE_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_MONTH: {
      label: "الشهر",
      placeholder: "MM",
      errors: {
        empty: "أدخل الشهر.",
        wrong: "من 01 إلى 12.",
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    EXPIRATION_YEAR: {
      label: "السنة",
      placeholder: "YY",
      errors: {
        empty: "أدخل السنة.",
        incomplete: YEAR_HELP,
        wrong: YEAR_HELP,
        past: EXPIRED,
        too_far: TOO_FAR,
      },
    },
    CVV: {
      label: "رمز الأمان",
      placeholder: "CVC",
      hints: ["3 أرقام على ظهر بطاقتك", "4 أرقام على وجه بطاقتك"],
      errors: {
        empty: "أدخل الرمز.",
        incomplete: CODE_LENGTH,
        too_long: CODE_LENGTH,
      },
    },
  },
  entries: {
    empty: "املأ هذا الحقل.",
    incomplete: "النص المُدخل قصير جدًا.",
    too_long: "النص المُدخل طويل جدًا.",
    wrong: "القيمة المُدخلة غير صحيحة. تحقق منها.",
    mismatch: "القيمتان غير متطابقتين.",
  },
  collect: { refused: "تعذّر إرسال البطاقة. لم يُحفظ أي شيء." },
  form: {
    title: "بيانات البطاقة",
    loadFailed: "تعذّر تحميل حقول البطاقة. تحقق من اتصالك ثم حاول مرة أخرى.",
    retry: "حاول مرة أخرى",
  },
  extras: {
    country: "البلد",
    selectCountry: "اختر البلد",
    postalCode: "الرمز البريدي",
    installments: "ادفع على أقساط شهرية",
    inFull: "ادفع دفعة واحدة",
  },
  schemes: {
    title: "شبكة البطاقة",
    hint: "اختر الشبكة التي تدفع بها، وإلا فسيختارها المتجر.",
  },
  dropin: {
    legend: "طريقة الدفع",
    success: "تم الدفع بنجاح",
    fail: "لم تتم الموافقة على الدفع. يرجى المحاولة مرة أخرى.",
    pending: "الدفع قيد الانتظار",
    left: "أغلقت الصفحة قبل إتمام الدفع. يمكنك متابعة الدفع، ولن يُخصم المبلغ مرتين.",
    openAgain: "فتح مرة أخرى",
    otherWay: "اختيار طريقة دفع أخرى",
    remove: "إزالة",
    makeDefault: "تعيين كافتراضية",
    isDefault: "الافتراضية",
    dismiss: "إغلاق",
    card: "بطاقة",
  },
  popup: {
    bank: "التحقق عبر البنك",
    payment: "الدفع",
    cancel: "إلغاء",
  },
  cardList: {
    legend: "البطاقات المحفوظة",
    another: "استخدم بطاقة أخرى",
  },
  declines: {
    reasons: {
      insufficient_funds: "أفاد البنك بعدم وجود رصيد كافٍ في هذه البطاقة. لم يُخصم أي مبلغ.",
      limit_reached: "تتجاوز هذه الدفعة الحد المسموح به لبطاقتك. لم يُخصم أي مبلغ.",
      expired: "أفاد البنك بأن صلاحية هذه البطاقة انتهت. لم يُخصم أي مبلغ.",
      unknown_card: "لم يتعرف البنك على هذه البطاقة. لم يُخصم أي مبلغ.",
      card_not_allowed: "لا يسمح البنك بإجراء هذه الدفعة بهذه البطاقة. لم يُخصم أي مبلغ.",
      not_authenticated: "لم يتمكن البنك من التحقق من هويتك. لم يُخصم أي مبلغ.",
      cancelled: "أُلغيت الدفعة. لم يُخصم أي مبلغ.",
      not_processed: "تعذرت معالجة الدفعة. لم يُخصم أي مبلغ.",
      no_reason: "رفض البنك الدفعة. لم يُخصم أي مبلغ.",
    },
    nextSteps: {
      use_another_card: "جرّب بطاقة أخرى.",
      check_card: "تحقق من بيانات البطاقة أو جرّب بطاقة أخرى.",
      call_bank: "جرّب بطاقة أخرى أو اتصل بالبنك.",
      try_again: "حاول مرة أخرى أو استخدم بطاقة أخرى.",
      try_later: "حاول مرة أخرى بعد دقيقة أو استخدم بطاقة أخرى.",
    },
  },
};
