import { describe, expect, it } from 'vitest';
import { StateRun } from './testing/state-run.ts';

/** What is said first on a line, by whom, with the marks that a recognizer gives or without. */
type Opening = [language: string, text: string];

const people: readonly Opening[] = [
  ['en', 'Hello?'],
  ['en', 'Yeah, hi, who is this?'],
  [
    'en',
    'Good morning, thank you for calling Smith and Partners, this is Julia speaking, how can I help you today?',
  ],
  ['en', 'Riverside Dental Practice, good afternoon, you are speaking with Tom, what can I do for you?'],
  ['en', 'thank you for calling the north side animal hospital my name is kate how may i direct your call'],
  ['en', 'Oh hi, I just left you a voicemail a minute ago, did you get it?'],
  ['en', 'Hello, I got your voicemail yesterday and I was about to call you back actually.'],
  ['en', 'She is not in right now, would you like to leave a message for her?'],
  ['en', 'He is in a meeting until three, do you want to leave your name and number?'],
  ['en', 'Hi, I am driving at the moment so the line might drop, but go ahead, I can hear you fine'],
  ['en', 'Hello? Hello? Sorry, I had you on mute, my phone is doing strange things today, hello?'],
  ['de', 'Praxis Doktor Weber, guten Tag, mein Name ist Sabine Krüger, was kann ich für Sie tun?'],
  ['de', 'Autohaus Lindner, Sie sprechen mit Herrn Vogt, guten Morgen, wie kann ich Ihnen helfen?'],
  ['de', 'Ja hallo, ich habe Ihnen doch gestern auf den Anrufbeantworter gesprochen'],
  ['es', 'Clínica San Rafael, buenos días, le atiende Marta, ¿en qué le puedo ayudar?'],
  ['es', 'Sí, dígame, ¿quién habla?'],
  ['fr', "Cabinet du docteur Martin, bonjour, Sophie à l'appareil, en quoi puis-je vous aider ?"],
  ['it', 'Studio legale Rossi, buongiorno, sono Paola, come posso aiutarla?'],
  ['pt', 'Clínica Boa Vista, bom dia, fala a Joana, em que posso ajudar?'],
  ['nl', 'Goedemiddag, u spreekt met Anne van garage de Wit, waarmee kan ik u helpen?'],
];

const machines: readonly Opening[] = [
  [
    'en',
    'Hi, you have reached Ann. I cannot take your call right now. Please leave a message after the tone.',
  ],
  ['en', 'your call has been forwarded to an automated voice message system'],
  ['en', 'You have reached the voicemail box of five five five zero one zero zero'],
  [
    'en',
    'Thank you for calling Smith and Partners. Our office is closed. Please leave your name and number.',
  ],
  ['en', 'The person you are calling is not available. At the tone, please record your message.'],
  ['en', 'Sorry, the mailbox is full. Goodbye.'],
  ['en', 'This is the voicemail of Bob Miller'],
  ['en', 'We are sorry nobody is here to answer right now so leave us a short message'],
  [
    'de',
    'Guten Tag, Sie haben die Praxis Weber erreicht. Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
  ],
  ['de', 'Dies ist die Mailbox von Peter Lang'],
  ['de', 'Der Teilnehmer ist zurzeit nicht erreichbar'],
  ['es', 'En este momento no puedo atenderle, por favor deje su mensaje después de la señal'],
  ['es', 'Este es el buzón de voz del número seis cero cero'],
  ['fr', 'Bonjour, je ne suis pas disponible pour le moment, laissez-moi un message après le bip sonore'],
  ['it', 'Risponde la segreteria telefonica di Marco, lasciate un messaggio dopo il segnale acustico'],
  ['pt', 'No momento não posso atender, deixe a sua mensagem após o sinal'],
  ['nl', 'Dit is de voicemail van Anne, spreek een bericht in na de piep'],
  ['pl', 'Nie mogę teraz odebrać, proszę zostawić wiadomość po sygnale'],
  ['ru', 'Абонент не отвечает. Оставьте сообщение после звукового сигнала'],
  ['tr', 'Lütfen sinyal sesinden sonra mesajınızı bırakınız'],
  ['sv', 'Lämna gärna ett meddelande efter tonen'],
  ['ja', 'ただいま電話に出ることができません。発信音の後にメッセージをお話しください。'],
  ['zh', '您好，我现在无法接听电话，请在提示音后留言'],
  ['ko', '지금은 전화를 받을 수 없습니다. 삐 소리가 난 후 메시지를 남겨 주세요.'],
];

const wordMs = 330;

/** The words come one by one while they are said, or with their end alone. */
function verdict([language, text]: Opening, hasInterim: boolean) {
  const run = new StateRun({ language, voicemail: { withinMs: 5000 } });
  const words = text
    .split(' ')
    .flatMap((word) => (/^[ -~À-ÿ]+$/.test(word) ? [word] : (word.match(/.{1,3}/gu) ?? [])));
  const from = 300;
  const to = from + words.length * wordMs;
  run.at(from + 120, { type: 'voice-onset', onsetAt: from, voicedMs: 120 });
  for (let at = from + 140; at <= to; at += 20) {
    run.at(at, { type: 'voice', voicedMs: at - from });
    const said = Math.floor((at - from) / wordMs);
    if (hasInterim && (at - from) % wordMs < 20 && said > 0)
      run.at(at, { type: 'interim', utterance: 1, text: text.split(' ').slice(0, said).join(' ') });
  }
  run.at(to + 20, { type: 'voice-pause', lastVoiceAt: to });
  run.pass(to + 2000, () => run.state.caller.open === null);
  run.at(to + 2100, { type: 'final', utterance: 1, text });
  return run.last('line-state')?.state;
}

describe.each([
  ['whose words come while they are said', true],
  ['whose words come with their end', false],
])('openings of a call %s', (_, hasInterim) => {
  it.each(people)('%s: "%s" is a person', (...opening) => {
    expect(verdict(opening, hasInterim)).toBeUndefined();
  });

  it.each(machines)('%s: "%s" is a machine', (...opening) => {
    expect(verdict(opening, hasInterim)).toBe('voicemail');
  });
});
