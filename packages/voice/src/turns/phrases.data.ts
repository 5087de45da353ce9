/** A language's phrases that are no turn of their own, or mean more than their length suggests. */
export interface SpokenPhrases {
  /** Backchannels: never interrupt. */
  acknowledgements: readonly string[];
  /** Said to stop the agent: always interrupts. */
  stops: readonly string[];
  /** Announces that more is coming. */
  hesitations: readonly string[];
}

/** By the first part of a language code. */
export const spokenPhrases: Readonly<Record<string, SpokenPhrases>> = {
  en: {
    acknowledgements: [
      'ok',
      'okay',
      'yeah',
      'yep',
      'yes',
      'right',
      'sure',
      'uh-huh',
      'uh huh',
      'mhm',
      'mm-hmm',
      'mm hmm',
      'hmm',
      'mm',
      'uh',
      'um',
      'ah',
      'oh',
      'i see',
      'got it',
      'alright',
      'all right',
      'cool',
      'great',
      'good',
      'fine',
    ],
    stops: ['stop', 'wait', 'hold on', 'hang on', 'no', 'actually', 'excuse me', 'one moment', 'pause'],
    hesitations: [
      'um',
      'uh',
      'er',
      'erm',
      'hmm',
      'and',
      'or',
      'but',
      'so',
      'because',
      'the',
      'a',
      'to',
      'of',
      'with',
      'for',
      'my number is',
      'my name is',
      'my email is',
      'my address is',
      'it is',
      "it's",
      'like',
      'well',
    ],
  },
  es: {
    acknowledgements: ['sí', 'si', 'vale', 'ok', 'okay', 'ajá', 'claro', 'bueno', 'ya', 'mhm', 'entiendo'],
    stops: ['para', 'pare', 'espera', 'espere', 'no', 'un momento', 'perdón', 'alto', 'en realidad'],
    hesitations: ['eh', 'este', 'y', 'o', 'pero', 'porque', 'que', 'de', 'mi número es', 'pues'],
  },
  fr: {
    acknowledgements: ['oui', 'ouais', "d'accord", 'ok', 'okay', 'bien', 'bon', 'mhm', 'hum', 'je vois'],
    stops: ['stop', 'arrêtez', 'attendez', 'attends', 'non', 'un instant', 'pardon', 'en fait'],
    hesitations: ['euh', 'et', 'ou', 'mais', 'parce que', 'de', 'le', 'la', 'mon numéro est', 'mon numéro'],
  },
  de: {
    acknowledgements: [
      'ja',
      'okay',
      'ok',
      'genau',
      'gut',
      'mhm',
      'hm',
      'aha',
      'klar',
      'verstehe',
      'alles klar',
    ],
    stops: ['stopp', 'stop', 'halt', 'warten sie', 'warte', 'moment', 'nein', 'entschuldigung', 'eigentlich'],
    hesitations: [
      'äh',
      'ähm',
      'und',
      'oder',
      'aber',
      'weil',
      'meine nummer ist',
      'also',
      'der',
      'die',
      'das',
    ],
  },
  it: {
    acknowledgements: ['sì', 'si', 'ok', 'okay', 'va bene', 'certo', 'giusto', 'capisco', 'mhm', 'bene'],
    stops: ['ferma', 'aspetti', 'aspetta', 'no', 'un momento', 'scusi', 'basta', 'in realtà'],
    hesitations: ['ehm', 'e', 'o', 'ma', 'perché', 'il mio numero è', 'allora', 'di'],
  },
  pt: {
    acknowledgements: ['sim', 'tá', 'ok', 'okay', 'certo', 'claro', 'aham', 'entendi', 'mhm', 'pois'],
    stops: ['pare', 'para', 'espere', 'espera', 'não', 'um momento', 'desculpe', 'na verdade'],
    hesitations: ['hum', 'é', 'e', 'ou', 'mas', 'porque', 'meu número é', 'então', 'de'],
  },
  nl: {
    acknowledgements: ['ja', 'oké', 'ok', 'okay', 'goed', 'precies', 'mhm', 'hm', 'klopt', 'begrepen'],
    stops: ['stop', 'wacht', 'wacht even', 'nee', 'momentje', 'sorry', 'eigenlijk'],
    hesitations: ['eh', 'uh', 'en', 'of', 'maar', 'omdat', 'mijn nummer is', 'dus', 'de', 'het'],
  },
  pl: {
    acknowledgements: ['tak', 'ok', 'okay', 'dobrze', 'jasne', 'rozumiem', 'mhm', 'aha', 'no'],
    stops: ['stop', 'czekaj', 'proszę czekać', 'nie', 'chwileczkę', 'przepraszam', 'właściwie'],
    hesitations: ['yyy', 'eee', 'i', 'albo', 'ale', 'bo', 'mój numer to', 'więc'],
  },
  tr: {
    acknowledgements: ['evet', 'tamam', 'peki', 'olur', 'anladım', 'hı hı', 'doğru'],
    stops: ['dur', 'durun', 'bekle', 'bekleyin', 'hayır', 'bir dakika', 'pardon', 'aslında'],
    hesitations: ['ıı', 'şey', 've', 'veya', 'ama', 'çünkü', 'numaram', 'yani'],
  },
  vi: {
    acknowledgements: ['vâng', 'dạ', 'ừ', 'ok', 'được', 'đúng', 'rồi'],
    stops: ['dừng', 'dừng lại', 'chờ', 'đợi đã', 'không', 'khoan', 'xin lỗi'],
    hesitations: ['ờ', 'và', 'hoặc', 'nhưng', 'vì', 'số của tôi là', 'thì'],
  },
  ro: {
    acknowledgements: ['da', 'ok', 'bine', 'sigur', 'am înțeles', 'mhm', 'aha'],
    stops: ['stop', 'așteptați', 'așteaptă', 'nu', 'un moment', 'scuze', 'de fapt'],
    hesitations: ['ăă', 'și', 'sau', 'dar', 'pentru că', 'numărul meu este', 'deci'],
  },
  da: {
    acknowledgements: ['ja', 'okay', 'ok', 'godt', 'præcis', 'mhm', 'fint'],
    stops: ['stop', 'vent', 'nej', 'et øjeblik', 'undskyld', 'faktisk'],
    hesitations: ['øh', 'og', 'eller', 'men', 'fordi', 'mit nummer er', 'altså'],
  },
  fi: {
    acknowledgements: ['joo', 'juu', 'kyllä', 'ok', 'okei', 'niin', 'hyvä', 'selvä', 'mm'],
    stops: ['seis', 'odota', 'odottakaa', 'ei', 'hetkinen', 'anteeksi', 'itse asiassa'],
    hesitations: ['öö', 'ja', 'tai', 'mutta', 'koska', 'numeroni on', 'niinku'],
  },
  el: {
    acknowledgements: ['ναι', 'εντάξει', 'οκ', 'σωστά', 'καλά', 'κατάλαβα', 'μάλιστα'],
    stops: ['σταμάτα', 'σταματήστε', 'περίμενε', 'περιμένετε', 'όχι', 'μια στιγμή', 'συγγνώμη'],
    hesitations: ['ε', 'και', 'ή', 'αλλά', 'γιατί', 'ο αριθμός μου είναι', 'λοιπόν'],
  },
  id: {
    acknowledgements: ['ya', 'iya', 'oke', 'ok', 'baik', 'betul', 'mengerti', 'hmm'],
    stops: ['stop', 'berhenti', 'tunggu', 'tidak', 'sebentar', 'maaf', 'sebenarnya'],
    hesitations: ['eh', 'dan', 'atau', 'tapi', 'karena', 'nomor saya', 'jadi'],
  },
  ms: {
    acknowledgements: ['ya', 'okey', 'ok', 'baik', 'betul', 'faham', 'hmm'],
    stops: ['berhenti', 'tunggu', 'tidak', 'sekejap', 'maaf', 'sebenarnya'],
    hesitations: ['err', 'dan', 'atau', 'tapi', 'kerana', 'nombor saya', 'jadi'],
  },
  no: {
    acknowledgements: ['ja', 'ok', 'okay', 'greit', 'akkurat', 'mhm', 'fint'],
    stops: ['stopp', 'vent', 'nei', 'et øyeblikk', 'unnskyld', 'egentlig'],
    hesitations: ['eh', 'og', 'eller', 'men', 'fordi', 'nummeret mitt er', 'altså'],
  },
  sk: {
    acknowledgements: ['áno', 'ok', 'dobre', 'jasné', 'rozumiem', 'mhm', 'hej'],
    stops: ['stop', 'počkajte', 'počkaj', 'nie', 'moment', 'prepáčte', 'vlastne'],
    hesitations: ['ehm', 'a', 'alebo', 'ale', 'pretože', 'moje číslo je', 'takže'],
  },
  sv: {
    acknowledgements: ['ja', 'okej', 'ok', 'bra', 'precis', 'mhm', 'visst'],
    stops: ['stopp', 'vänta', 'nej', 'ett ögonblick', 'ursäkta', 'faktiskt'],
    hesitations: ['öh', 'och', 'eller', 'men', 'för att', 'mitt nummer är', 'alltså'],
  },
  bg: {
    acknowledgements: ['да', 'добре', 'ок', 'разбирам', 'точно', 'ясно', 'аха'],
    stops: ['стоп', 'спри', 'чакай', 'почакайте', 'не', 'един момент', 'извинете', 'всъщност'],
    hesitations: ['ъъ', 'и', 'или', 'но', 'защото', 'номерът ми е', 'значи'],
  },
  hu: {
    acknowledgements: ['igen', 'oké', 'ok', 'jó', 'rendben', 'értem', 'aha', 'persze'],
    stops: ['állj', 'várjon', 'várj', 'nem', 'egy pillanat', 'elnézést', 'valójában'],
    hesitations: ['ööö', 'és', 'vagy', 'de', 'mert', 'a számom', 'szóval'],
  },
  ru: {
    acknowledgements: ['да', 'ага', 'угу', 'хорошо', 'ок', 'понятно', 'ясно', 'конечно', 'ладно'],
    stops: ['стоп', 'стойте', 'подождите', 'подожди', 'нет', 'минутку', 'извините', 'вообще-то'],
    hesitations: ['э', 'эм', 'и', 'или', 'но', 'потому что', 'мой номер', 'ну', 'значит'],
  },
  hi: {
    acknowledgements: ['हाँ', 'हां', 'जी', 'ठीक है', 'अच्छा', 'सही', 'ओके', 'हम्म'],
    stops: ['रुको', 'रुकिए', 'नहीं', 'एक मिनट', 'माफ़ कीजिए', 'बस', 'असल में'],
    hesitations: ['और', 'या', 'लेकिन', 'क्योंकि', 'मेरा नंबर है', 'तो', 'मतलब'],
  },
  zh: {
    acknowledgements: ['嗯', '嗯嗯', '好', '好的', '对', '是', '是的', '行', '哦', '明白'],
    stops: ['停', '等一下', '等等', '不', '不是', '不对', '打断一下', '其实'],
    hesitations: ['那个', '然后', '和', '但是', '因为', '我的号码是', '就是'],
  },
  ja: {
    acknowledgements: ['はい', 'うん', 'ええ', 'そうです', 'そうですね', 'なるほど', 'わかりました'],
    stops: ['ストップ', '待って', 'ちょっと待って', 'いいえ', '違います', 'すみません', '実は'],
    hesitations: ['えっと', 'あの', 'そして', 'でも', 'だから', '番号は'],
  },
  ko: {
    acknowledgements: ['네', '예', '응', '그래요', '맞아요', '알겠습니다', '좋아요', '음'],
    stops: ['잠깐만요', '잠깐만', '기다려', '그만', '아니요', '아니', '죄송하지만', '사실'],
    hesitations: ['어', '그', '그리고', '근데', '왜냐하면', '제 번호는'],
  },
};
