/** Letters of every script end a word here, as those of ASCII alone do by `\b`. */
const word = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u');

/** What greetings of mailboxes say, by base language; those of English count everywhere. */
const phrases: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    // Who asks whether somebody would like to is a person.
    /(?<!\b(like|want|care|wish) to )\bleave (me |us )?(a|your) (\w+ ){0,2}(message|name)\b/,
    /\b(after|at) the (tone|beep)\b/,
    /\b(record|leave) your message\b/,
    /\b(is|am|are|'m|'re) (not |un)available\b.*\b(message|tone|mail)\b/,
    /\breached (the |my |our )?(\w+ ){0,3}(voice ?mail|mailbox|answering machine)/,
    /\bvoice ?mail(box)? (of|for|service|system)\b/,
    /\bthis is (the |my |our )?(\w+('s)? ){0,3}(voice ?mail|mailbox|answering machine)\b/,
    /\bforwarded to (an automated |the |my |our )?voice/,
    /\bmailbox is full\b/,
    /\bcan('t|not| not) (take|answer|come to) (your call|the phone)\b/,
  ],
  es: [
    word('deje (su|un|tu) mensaje|deja (tu|un) mensaje'),
    word('después (de la señal|de oír la señal|del tono|del bip)'),
    word('(es|al|el) (el )?buzón de voz|contestador automático'),
    word('no (puedo|podemos) atender(le|te)?'),
  ],
  de: [
    word('nach dem (signal|signalton|piep|piepton|ton)'),
    word('hinterlassen sie|hinterlasst|hinterlass mir'),
    word('(die|der|meine|meiner) mailbox (von|des|der)|mailbox des teilnehmers'),
    word('(das|dies) ist der anrufbeantworter|anrufbeantworter von'),
    word('(zurzeit|derzeit|momentan|im moment) nicht (erreichbar|zu erreichen)'),
  ],
  fr: [
    word('laissez(-moi|-nous)? (un|votre) message'),
    word('après le (bip|signal)( sonore)?'),
    word('(sur|à) (la|ma) (messagerie|boîte vocale)|messagerie vocale de'),
    word("(je ne suis pas|n'est pas) disponible pour le moment"),
  ],
  it: [
    word('lasci(ate|a|are)? un messaggio'),
    word('dopo il (segnale|bip)( acustico)?'),
    word('segreteria telefonica (di|della)|risponde la segreteria'),
  ],
  pt: [
    word('deixe (a sua|sua|uma|o seu) (mensagem|recado)'),
    word('(após|depois d)o (sinal|bip)'),
    word('(caixa|correio) (de voz|postal)'),
  ],
  nl: [
    word('spreek .{0,40}in na de (piep|toon)'),
    word('laat een bericht achter'),
    word('na de (piep|toon)'),
    word('de voicemail van'),
  ],
  pl: [word('zostaw(ić)? (mi )?wiadomość|po sygnale|poczta głosowa')],
  sv: [word('lämna (ett )?meddelande|efter (tonen|pipet|signalen)')],
  da: [word('læg (en )?besked|efter (tonen|bippet)')],
  no: [word('legg igjen (en )?beskjed|etter (tonen|pipetonen)')],
  fi: [word('jätä viesti|äänimerkin jälkeen')],
  tr: [word('mesaj(ınızı)? bırak(ın|ınız|abilirsiniz)|sinyal sesinden sonra|bip sesinden sonra')],
  ru: [word('оставьте (ваше |своё |свое )?сообщение|после (звукового )?сигнала|автоответчик')],
  ja: [/留守番電話|発信音の後に|メッセージを(お残し|残し|お話し)/],
  zh: [/请(在|于)?.{0,4}(提示音|嘀声|哔声)(之)?后|留言|语音信箱/],
  ko: [/삐 소리(가 난)? 후|메시지를 남겨|음성 ?사서함/],
  hi: [/(बीप|टोन) के बाद|संदेश छोड़/],
};

/** What people say who have picked up, for themselves or for others, by base language; those of English count everywhere. */
const livePhrases: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    /\b(how|what|who|where) (can|may|could|shall) (i|we) (help|assist|do|direct|connect|put)\b/,
    /\b(can|may|could) (i|we) (help|assist)\b/,
    /\bspeaking\b/,
    /\bwho('s| is| am i)? (this|calling|speaking|there)\b/,
    /\b(hold on|one moment|just a (second|moment|minute)|can you hear me)\b/,
  ],
  es: [
    word('(en qué|cómo) (le |te |los )?(puedo|podemos)( ayudar)?|dígame|quién (es|habla|llama)|le atiende'),
  ],
  de: [word('(wie|was|womit) (kann|darf) ich|am apparat|wer (ist|spricht)( da| dort)?|mein name ist')],
  fr: [word("(comment|en quoi|que) (puis-je|pouvons-nous)|à l'appareil|qui est(-ce)?|je vous écoute")],
  it: [word('(come|in cosa) (posso|possiamo)( aiutarla)?|chi parla|mi dica|sono .{1,20}, buongiorno')],
  pt: [word('(como|em que) (posso|podemos)( ajudar)?|quem (fala|é)|pois não')],
  nl: [word('waarmee (kan|mag) ik|(u )?spreekt (u )?met|met wie')],
  pl: [word('w czym mogę|słucham|kto mówi|przy telefonie')],
  ru: [word('чем могу|слушаю|кто (это|говорит)')],
  ja: [/ご用件|でございます|どちら様/],
  zh: [/有什么(可以|能)|请问|哪位/],
};

function says(known: Readonly<Record<string, readonly RegExp[]>>, text: string, language: string): boolean {
  const plain = text.toLowerCase().replaceAll('’', "'");
  const base = language.slice(0, 2).toLowerCase();
  const own = base === 'en' ? [] : (known[base] ?? []);
  return [...own, ...(known['en'] ?? [])].some((phrase) => phrase.test(plain));
}

/** Whether these are words of a mailbox. */
export function isMailboxGreeting(text: string, language: string): boolean {
  return says(phrases, text, language);
}

/** Whether somebody has picked up who says this. */
export function isLiveGreeting(text: string, language: string): boolean {
  return says(livePhrases, text, language) || /[?？]\s*$/.test(text);
}
