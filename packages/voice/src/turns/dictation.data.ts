/** How digits are spoken and numbers are announced, by the first part of a language code. */
interface SpokenDigits {
  /** Words that stand for digits or parts of a number. */
  digits: readonly string[];
  /** Words that announce what is dictated next: "number", "code". */
  announced: readonly string[];
  /** Words inside of addresses and numbers after which more comes: "dot", "dash". */
  joints: readonly string[];
}

const split = (words: string) => words.split(' ');

export const spokenDigits: Readonly<Record<string, SpokenDigits>> = {
  en: {
    digits: split(
      'zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
        'seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand double triple',
    ),
    announced: split('number code zip postcode pin phone account reference extension'),
    joints: split('dot at dash underscore slash point plus area'),
  },
  es: {
    digits: split(
      'cero uno una dos tres cuatro cinco seis siete ocho nueve diez veinte treinta cuarenta cien mil doble',
    ),
    announced: split('número código teléfono cuenta postal'),
    joints: split('punto arroba guion guión barra'),
  },
  fr: {
    digits: split(
      'zéro un une deux trois quatre cinq six sept huit neuf dix vingt trente quarante cent mille double',
    ),
    announced: split('numéro code téléphone compte postal'),
    joints: split('point arobase tiret barre'),
  },
  de: {
    digits: split(
      'null eins zwei zwo drei vier fünf sechs sieben acht neun zehn zwanzig dreißig vierzig hundert tausend',
    ),
    announced: split('nummer telefonnummer postleitzahl code kundennummer konto vorwahl'),
    joints: split('punkt ät at bindestrich strich unterstrich schrägstrich'),
  },
  it: {
    digits: split(
      'zero uno una due tre quattro cinque sei sette otto nove dieci venti trenta cento mille doppio',
    ),
    announced: split('numero codice telefono conto cap'),
    joints: split('punto chiocciola trattino barra'),
  },
  pt: {
    digits: split(
      'zero um uma dois duas três quatro cinco seis meia sete oito nove dez vinte trinta cem mil',
    ),
    announced: split('número código telefone conta cep'),
    joints: split('ponto arroba traço hífen barra'),
  },
  nl: {
    digits: split('nul een één twee drie vier vijf zes zeven acht negen tien twintig dertig honderd duizend'),
    announced: split('nummer telefoonnummer code postcode rekening'),
    joints: split('punt apenstaartje streepje'),
  },
  pl: {
    digits: split(
      'zero jeden jedna dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć dwadzieścia sto tysiąc',
    ),
    announced: split('numer kod telefon konto'),
    joints: split('kropka małpa myślnik'),
  },
  tr: {
    digits: split('sıfır bir iki üç dört beş altı yedi sekiz dokuz on yirmi otuz kırk elli yüz bin'),
    announced: split('numara numaram kod telefon hesap'),
    joints: split('nokta tire'),
  },
  vi: {
    digits: split('không một hai ba bốn năm sáu bảy tám chín mười trăm nghìn'),
    announced: split('số mã'),
    joints: split('chấm gạch'),
  },
  ro: {
    digits: split('zero unu una doi două trei patru cinci șase șapte opt nouă zece douăzeci sută mie'),
    announced: split('numărul codul telefon contul'),
    joints: split('punct arond liniuță'),
  },
  da: {
    digits: split('nul en et to tre fire fem seks syv otte ni ti tyve tredive hundrede tusind'),
    announced: split('nummer telefonnummer kode postnummer'),
    joints: split('punktum snabel-a bindestreg'),
  },
  fi: {
    digits: split(
      'nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen sata tuhat',
    ),
    announced: split('numero numeroni koodi puhelinnumero'),
    joints: split('piste viiva'),
  },
  el: {
    digits: split(
      'μηδέν ένα δύο τρία τέσσερα πέντε έξι εφτά επτά οκτώ οχτώ εννέα εννιά δέκα είκοσι εκατό χίλια',
    ),
    announced: split('αριθμός κωδικός τηλέφωνο'),
    joints: split('τελεία παύλα παπάκι'),
  },
  id: {
    digits: split(
      'nol kosong satu dua tiga empat lima enam tujuh delapan sembilan sepuluh belas puluh ratus ribu',
    ),
    announced: split('nomor kode telepon rekening'),
    joints: split('titik strip'),
  },
  ms: {
    digits: split(
      'kosong sifar satu dua tiga empat lima enam tujuh lapan sembilan sepuluh belas puluh ratus ribu',
    ),
    announced: split('nombor kod telefon akaun'),
    joints: split('titik sempang'),
  },
  no: {
    digits: split('null en ett to tre fire fem seks sju syv åtte ni ti tjue tretti hundre tusen'),
    announced: split('nummer telefonnummer kode postnummer'),
    joints: split('punktum krøllalfa bindestrek'),
  },
  sk: {
    digits: split('nula jeden jedna dva dve tri štyri päť šesť sedem osem deväť desať dvadsať sto tisíc'),
    announced: split('číslo kód telefón účet'),
    joints: split('bodka zavináč pomlčka'),
  },
  sv: {
    digits: split('noll en ett två tre fyra fem sex sju åtta nio tio tjugo trettio hundra tusen'),
    announced: split('nummer telefonnummer kod postnummer konto'),
    joints: split('punkt snabel-a bindestreck'),
  },
  bg: {
    digits: split('нула едно един две два три четири пет шест седем осем девет десет двайсет сто хиляда'),
    announced: split('номер код телефон сметка'),
    joints: split('точка кльомба тире'),
  },
  hu: {
    digits: split('nulla egy kettő két három négy öt hat hét nyolc kilenc tíz húsz harminc száz ezer'),
    announced: split('szám számom telefonszám kód irányítószám'),
    joints: split('pont kukac kötőjel'),
  },
  ru: {
    digits: split(
      'ноль один одна два две три четыре пять шесть семь восемь девять десять двадцать тридцать сорок сто',
    ),
    announced: split('номер код телефон счёт индекс'),
    joints: split('точка собака тире дефис'),
  },
  hi: {
    digits: split('शून्य ज़ीरो एक दो तीन चार पाँच पांच छह छः सात आठ नौ दस बीस सौ हज़ार डबल'),
    announced: split('नंबर कोड फ़ोन फोन खाता'),
    joints: split('डॉट'),
  },
  zh: {
    digits: split('零 一 幺 二 两 三 四 五 六 七 八 九 十 百 千 万'),
    announced: split('号码 电话 密码 验证码 账号'),
    joints: split('点 艾特 杠'),
  },
  ja: {
    digits: split(
      'ゼロ れい いち 一 に 二 さん 三 よん 四 ご 五 ろく 六 なな 七 はち 八 きゅう 九 じゅう 十',
    ),
    announced: split('番号 電話番号 コード'),
    joints: split('の ドット ハイフン'),
  },
  ko: {
    digits: split('영 공 일 이 삼 사 오 육 칠 팔 구 십 백 천 하나 둘 셋 넷'),
    announced: split('번호 전화번호 코드 계좌'),
    joints: split('점 골뱅이 다시'),
  },
};
