interface StockSentences {
  /** To somebody who is called for a transfer, before they hear the caller. */
  connecting: string;
  /** To a mailbox. */
  missed: string;
}

const english: StockSentences = {
  connecting: 'A caller is being connected to you.',
  missed: 'Hello. Sorry that we missed you. We will try to call you again. Goodbye.',
};

/** What an agent says where nobody has written anything, by the first part of a language's code. */
const sentences: Readonly<Record<string, StockSentences>> = {
  en: english,
  es: {
    connecting: 'Le estamos pasando una llamada.',
    missed: 'Hola. Sentimos no haberle encontrado. Volveremos a llamarle. Adiós.',
  },
  fr: {
    connecting: 'Nous vous passons un appel.',
    missed: 'Bonjour. Nous regrettons de ne pas vous avoir trouvé. Nous vous rappellerons. Au revoir.',
  },
  de: {
    connecting: 'Ein Anruf wird zu Ihnen durchgestellt.',
    missed: 'Guten Tag. Leider haben wir Sie nicht erreicht. Wir rufen Sie wieder an. Auf Wiederhören.',
  },
  zh: {
    connecting: '正在为您转接一位来电者。',
    missed: '您好。很抱歉没有联系上您，我们会再给您打电话。再见。',
  },
  hi: {
    connecting: 'एक कॉल आपसे जोड़ी जा रही है।',
    missed: 'नमस्ते। खेद है कि आपसे बात नहीं हो सकी। हम आपको फिर से कॉल करेंगे। नमस्ते।',
  },
  ja: {
    connecting: 'お電話をおつなぎします。',
    missed: 'お世話になっております。ご不在のようですので、改めてお電話いたします。失礼いたします。',
  },
  pt: {
    connecting: 'Estamos a passar-lhe uma chamada.',
    missed: 'Olá. Lamentamos não ter conseguido falar consigo. Voltaremos a ligar. Adeus.',
  },
  ru: {
    connecting: 'Вас соединяют со звонящим.',
    missed: 'Здравствуйте. К сожалению, мы вас не застали. Мы перезвоним вам. До свидания.',
  },
  it: {
    connecting: 'Le stiamo passando una chiamata.',
    missed: 'Buongiorno. Ci dispiace di non averla trovata. La richiameremo. Arrivederci.',
  },
  ko: {
    connecting: '전화를 연결해 드리겠습니다.',
    missed: '안녕하세요. 통화하지 못해 죄송합니다. 다시 전화드리겠습니다. 안녕히 계세요.',
  },
  nl: {
    connecting: 'Er wordt een beller met u doorverbonden.',
    missed: 'Goedendag. Jammer dat we u niet hebben bereikt. We bellen u terug. Tot ziens.',
  },
  pl: {
    connecting: 'Łączymy z Państwem osobę dzwoniącą.',
    missed:
      'Dzień dobry. Przykro nam, że nie udało się nam z Państwem połączyć. Zadzwonimy ponownie. Do widzenia.',
  },
  tr: {
    connecting: 'Size bir arama bağlanıyor.',
    missed: 'Merhaba. Size ulaşamadığımız için üzgünüz. Sizi tekrar arayacağız. Hoşça kalın.',
  },
  vi: {
    connecting: 'Một cuộc gọi đang được nối đến quý vị.',
    missed: 'Xin chào. Rất tiếc chúng tôi không gặp được quý vị. Chúng tôi sẽ gọi lại. Tạm biệt.',
  },
  ro: {
    connecting: 'Vă facem legătura cu un apelant.',
    missed: 'Bună ziua. Ne pare rău că nu v-am găsit. Vă vom suna din nou. La revedere.',
  },
  da: {
    connecting: 'Du bliver stillet om til en, der ringer.',
    missed: 'Hej. Vi fik desværre ikke fat i dig. Vi ringer igen. Farvel.',
  },
  fi: {
    connecting: 'Sinulle yhdistetään puhelu.',
    missed: 'Hei. Emme valitettavasti tavoittaneet sinua. Soitamme uudelleen. Näkemiin.',
  },
  el: {
    connecting: 'Σας συνδέουμε με έναν καλούντα.',
    missed: 'Γεια σας. Λυπούμαστε που δεν σας βρήκαμε. Θα σας ξανακαλέσουμε. Αντίο.',
  },
  id: {
    connecting: 'Seorang penelepon sedang disambungkan kepada Anda.',
    missed: 'Halo. Maaf kami tidak dapat menghubungi Anda. Kami akan menelepon lagi. Sampai jumpa.',
  },
  no: {
    connecting: 'En som ringer, settes over til deg.',
    missed: 'Hei. Vi fikk dessverre ikke tak i deg. Vi ringer deg igjen. Ha det.',
  },
  sk: {
    connecting: 'Spájame vás s volajúcim.',
    missed: 'Dobrý deň. Mrzí nás, že sme vás nezastihli. Zavoláme vám znova. Dovidenia.',
  },
  sv: {
    connecting: 'Ett samtal kopplas till dig.',
    missed: 'Hej. Tyvärr fick vi inte tag på dig. Vi ringer igen. Hej då.',
  },
  bg: {
    connecting: 'Свързваме ви с обаждащ се.',
    missed: 'Здравейте. Съжаляваме, че не ви намерихме. Ще ви се обадим отново. Довиждане.',
  },
  hu: {
    connecting: 'Egy hívót kapcsolunk Önhöz.',
    missed: 'Jó napot! Sajnáljuk, hogy nem értük el. Újra hívni fogjuk. Viszonthallásra.',
  },
  ms: {
    connecting: 'Seorang pemanggil sedang disambungkan kepada anda.',
    missed: 'Helo. Maaf kami tidak dapat menghubungi anda. Kami akan menelefon lagi. Selamat tinggal.',
  },
};

/** Of languages without sentences of their own, and of agents that speak several, those are English. */
export function stockSentences(language: string): StockSentences {
  return sentences[language.split('-')[0] ?? ''] ?? english;
}
