/** Stop words. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the and or but if so as at by for from in into of on off to with about over under is are was were be been ' +
    'being am do does did doing have has had having can could may might must shall should will would it its this that ' +
    'these those there here i me my mine we us our ours you your yours he she they them their his her what which who ' +
    'whom whose when where why how not no nor only own same than too very just any some all each please tell know want ' +
    'need like get got let also am ok okay yes hi hello hey thanks thank much many long often ask question answer now anything something anyone someone possible next'
  ).split(' '),
);

/** Turns of phrase that stand for one word. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:send|give|bring|take|ship)(?:ing)?(?: \w+){0,3} back\b/gi, 'return'],
  [/\bhow (?:much|expensive)\b/gi, 'price'],
  [/\bhow late\b/gi, 'open'],
  [/\b(?:opening|business|office|working) (?:hours|times)\b/gi, 'open'],
  [/\b(?:your|our|the) hours\b/gi, 'open'],
  [/\bwi-fi\b/gi, 'wifi'],
  [/\be-mail/gi, 'email'],
  [/\bmoney back\b/gi, 'refund'],
];

/** Groups of synonyms; the first stands for the group. */
export const synonyms: readonly (readonly string[])[] = [
  [
    'delivery',
    'deliver',
    'ship',
    'shipping',
    'shipment',
    'dispatch',
    'arrive',
    'arrival',
    'parcel',
    'package',
  ],
  ['return', 'refund', 'exchange', 'reimburse'],
  ['price', 'cost', 'fee', 'charge', 'expensive', 'cheap'],
  ['pay', 'payment', 'card', 'paypal', 'invoice', 'checkout'],
  ['open', 'opening', 'close', 'closing', 'closed'],
  ['contact', 'phone', 'call', 'email', 'reach', 'telephone'],
  ['cancel', 'cancellation', 'revoke'],
  ['broken', 'damaged', 'damage', 'defective', 'faulty', 'defect'],
  ['warranty', 'guarantee'],
  ['discount', 'coupon', 'voucher', 'promotion', 'sale', 'promo'],
  ['account', 'login', 'password', 'profile'],
  ['abroad', 'international', 'internationally', 'overseas', 'country', 'countries', 'worldwide'],
  ['store', 'shop', 'location', 'address'],
  ['repair', 'fix', 'mend'],
  ['track', 'tracking', 'trace'],
  ['size', 'fit', 'sizing', 'measure'],
  ['child', 'children', 'kid'],
  ['gift', 'present'],
  ['book', 'booking', 'appointment', 'reserve', 'reservation', 'schedule'],
  ['free', 'available', 'availability', 'slot', 'vacant', 'opening'],
  ['change', 'modify', 'update', 'amend', 'edit'],
  ['buy', 'purchase', 'order'],
  ['parking', 'park', 'car', 'garage'],
  ['wifi', 'internet', 'wlan'],
  ['pet', 'dog', 'cat', 'animal'],
  ['doctor', 'physician', 'dr'],
  ['menu', 'dish', 'meal', 'food'],
  ['owner', 'boss', 'founder', 'own'],
];
