import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { stageDirections } from '@tendril/contract/voice/stage-directions';
import { describe, expect, it } from 'vitest';
import { createDemoLanguageModel } from './demo-language-model.ts';

const model = createDemoLanguageModel(() => new Date('2026-11-20T12:00:00Z'));

async function ask(system: string, ...said: string[]): Promise<string> {
  const prompt: LanguageModelV4Prompt = system ? [{ role: 'system', content: system }] : [];
  said.forEach((text, index) => {
    prompt.push({ role: index % 2 === 0 ? 'user' : 'assistant', content: [{ type: 'text', text }] });
  });
  const { content } = await model.doGenerate({ prompt });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

type Row = readonly [system: string, question: string, expected: string];

/** Rows with names, so that a test is called by its question. */
const rows = (...list: Row[]) => list.map(([system, question, expected]) => ({ system, question, expected }));

const refused = /demo model|do not know|could not find/i;

const shop = `You are the friendly assistant of Birch & Bark, an online shop for garden tools.
Answer briefly and politely. Never invent anything.

Delivery: 2 to 4 working days within Norway, 59 kr.
Returns: within 30 days, in the original box.
Payment: card, Vipps or invoice
Phone: +47 22 33 44 55
E-mail: hello@birchbark.example
We were founded in 1998 by Kari Lund. Our warehouse is at Bryggeveien 5, Bergen.
If somebody asks for a discount, say that schools get 10 % off.
When the customer is angry, apologise and offer to call them back.
If you do not know the answer, say that a colleague will write within a day.`;

const clinic = `# Role
You are Mia, the receptionist of Harbour Dental Clinic. Warm and brief. One question at a time.

## Opening hours
- Mon–Thu: 8:00–17:00
- Friday: 8:00–13:00
- Weekends: closed

## Prices
- Check-up: €60
- Cleaning: €75
- Filling: from €120

## Team
- Dr. Lena Voss: orthodontics
- Dr. Amir Khan: surgery

## Other facts
The clinic is at 12 Quay Street, opposite the town hall. Parking is free behind the building.
A first visit takes 45 minutes. It includes an X-ray.
We accept children from the age of three.`;

const restaurant = `You answer the phone for Trattoria Luna.
Q: Do you have vegan dishes?
A: Yes, six of our pasta dishes are vegan.
Q: Can I bring my dog?
A: Dogs are welcome on the terrace.
Q: How big a group can you seat?
A: We seat groups of up to 24 people.
Q: Is there a dress code?
A: No, come as you are.
Margherita - 11 €
Tiramisu - 6.50 €
You are open from Tuesday to Sunday from 17:30 to 23:00. Your kitchen closes at 22:00.`;

const support = `You are a support agent for Kite, an app for teams.
The Free plan has 3 projects. The Pro plan costs $12 per user a month and has unlimited projects.
To reset a password, open Settings, choose Security and press Reset.
Data is stored in Frankfurt. Exports come as CSV or JSON.
Kite works on Windows, macOS and Linux. There is no app for phones yet.
If the user asks about a refund, tell them that refunds are possible within 14 days.
For anything else, ask for the e-mail address.`;

const voice = `You are Ann, the receptionist of Café Blue. Keep answers short.
We open at seven and close at six. On Sundays we are closed.
We are at 4 Mill Lane, next to the library. A flat white is three pounds twenty. The wifi password is bluebean.

You are on a call: your words are spoken aloud while they come. Speak in short, plain sentences. Use no lists, no markup and no emoji. Use words for numbers, dates and addresses as they are said.`;

describe('answers from the plain facts of a prompt', () => {
  it.each(
    rows(
      ['We open at seven', 'When do you open?', 'We open at seven.'],
      ['We open at seven.', 'What are your opening hours?', 'seven'],
      ['You open at seven.', 'When do you open?', 'We open at seven.'],
      ['You are a helpful assistant. The door code is 4711.', 'What is the door code?', '4711'],
      ['Our address is 5 Elm Road.', 'Where are you?', '5 Elm Road'],
      ['Phone: 555-0199', 'How can I call you?', '555-0199'],
      ['The capital of Norland is Tarnby.', 'What is the capital of Norland?', 'Tarnby'],
      [shop, 'How long does delivery take?', '2 to 4 working days'],
      [shop, 'how much is shipping', '59 kr'],
      [shop, 'Can I send it back?', '30 days'],
      [shop, 'Do you take invoice?', 'Vipps or invoice'],
      [shop, 'What is your phone number?', '+47 22 33 44 55'],
      [shop, 'What is your email?', 'hello@birchbark.example'],
      [shop, 'Where is your warehouse?', 'Bryggeveien 5'],
      [shop, 'Who founded the shop?', 'Kari Lund'],
      [shop, 'When were you founded?', '1998'],
      [shop, 'Is there a discount?', 'Schools get 10 % off'],
      [clinic, 'When are you open on Friday?', '8:00–13:00'],
      [clinic, 'Are you open on Tuesday?', '8:00–17:00'],
      [clinic, 'Are you open on Sunday?', 'closed'],
      [clinic, 'What are your opening hours?', '8:00–17:00'],
      [clinic, 'How much is a cleaning?', '€75'],
      [clinic, 'What does a filling cost?', '€120'],
      [clinic, 'Who does surgery?', 'Amir Khan'],
      [clinic, 'Where can I park?', 'behind the building'],
      [clinic, 'What is your address?', '12 Quay Street'],
      [clinic, 'How long is a first visit?', '45 minutes'],
      [clinic, 'Is an X-ray included?', 'X-ray'],
      [clinic, 'Do you treat children?', 'age of three'],
      [clinic, 'Hello, my name is Kim. Could you tell me what a check-up costs?', '€60'],
      [clinic, 'Where are you, and how much is a check-up?', '12 Quay Street'],
      [clinic, 'Where are you, and how much is a check-up?', '€60'],
      [restaurant, 'Do you have anything vegan?', 'six of our pasta dishes'],
      [restaurant, 'may I bring my dog', 'terrace'],
      [restaurant, 'How much is the tiramisu?', '6.50 €'],
      [restaurant, 'When does the kitchen close?', '22:00'],
      [restaurant, 'Are you open on Wednesday?', '17:30'],
      [restaurant, 'We are a group of twelve people, is that possible?', '24 people'],
      [support, 'What does Pro cost?', '$12'],
      [support, 'How many projects does the free plan have?', '3 projects'],
      [support, 'How do I reset my password?', 'choose Security'],
      [support, 'Where is my data stored?', 'Frankfurt'],
      [support, 'Can I get a refund?', 'within 14 days'],
      [support, 'Does it work on Linux?', 'Linux'],
      [voice, 'When do you open?', 'seven'],
      [voice, 'Are you open on Sunday?', 'On Sundays we are closed'],
      [voice, 'Where are you?', '4 Mill Lane'],
      [voice, 'How much is a flat white?', 'three pounds twenty'],
      [voice, "What's the wifi password?", 'bluebean'],
    ),
  )('%#: $question', async ({ system, question, expected: fact }) => {
    const text = await ask(system, question);
    expect(text).toContain(fact);
    expect(text).not.toMatch(refused);
  });

  it('where prompt and question come in one piece', async () => {
    expect(await ask('', 'We open at seven. When do you open?')).toBe('We open at seven.');
    const piece =
      'You answer for a bakery. Bread: 4 €.\nCake: 18 €\n\nQuestion: How much is a cake?\nAnswer:';
    expect(await ask('', piece)).toBe('Cake: 18 €.');
  });

  it('and from that alone: the price of one thing is not that of another', async () => {
    const text = await ask(clinic, 'How much is a cleaning?');
    expect(text).not.toContain('€60');
    expect(text).not.toContain('€120');
  });

  it('goes on from what was asked before', async () => {
    const before = ['How much is a check-up?', 'Check-up: €60.'] as const;
    expect(await ask(clinic, ...before, 'And a cleaning?')).toContain('€75');
    const friday = ['When are you open on Thursday?', 'Mon–Thu: 8:00–17:00.'] as const;
    expect(await ask(clinic, ...friday, 'And on Friday?')).toContain('8:00–13:00');
    const visit = ['Tell me about the first visit', 'A first visit takes 45 minutes.'] as const;
    expect(await ask(clinic, ...visit, 'What does it include?')).toContain('X-ray');
  });

  it('keeps to the words of a prompt in another language', async () => {
    const german = 'Du bist der Assistent einer Bäckerei.\nÖffnungszeiten: Montag bis Samstag 6 bis 18 Uhr';
    expect(await ask(german, 'Wie sind die Öffnungszeiten?')).toBe(
      'Öffnungszeiten: Montag bis Samstag 6 bis 18 Uhr.',
    );
  });
});

describe('follows plain instructions', () => {
  it.each(
    rows(
      ['', 'Say: Good morning, Oslo', 'Good morning, Oslo'],
      ['You are a parrot.', 'Say "Polly"', 'Polly'],
      ['', 'Repeat after me: one two three', 'one two three'],
      ['Say: Hello from step one', 'anything', 'Hello from step one'],
      ['Always answer with "Noted."', 'The printer is empty', 'Noted.'],
      ['Reply only with: OK', 'What is the weather?', 'OK'],
      [
        'We open at seven. We close at six. Always end with "Have a nice day!"',
        'When do you open?',
        'We open at seven. Have a nice day!',
      ],
      [
        'We open at seven. Begin every answer with “Dear guest,”',
        'When do you open?',
        'Dear guest, We open at seven.',
      ],
      ['We open at seven. Answer in capital letters.', 'When do you open?', 'WE OPEN AT SEVEN.'],
      [
        'You sum up texts in one sentence. Summarise what the user sends.',
        'The ferry sails at nine. It takes an hour. Bring a coat.',
        'The ferry sails at nine.',
      ],
      [
        '',
        'Summarise in one sentence: The museum is closed in May. The roof is being repaired. It opens again in June.',
        'The museum is closed in May.',
      ],
      ['Classify the message as billing, technical or other.', 'My invoice is wrong', 'billing'],
      ['Classify the message as billing, technical or other.', 'The app crashes at login', 'technical'],
      ['Classify the message as billing, technical or other.', 'I like trees', 'other'],
      [
        'You classify reviews. Answer with one word: positive, negative or neutral.',
        'The food was cold and the waiter rude',
        'negative',
      ],
      [
        'You classify reviews. Answer with one word: positive, negative or neutral.',
        'Great place, thanks a lot!',
        'positive',
      ],
      ['Extract the email address from the message.', 'Write to kim@mail.test by Friday', 'kim@mail.test'],
      [
        'You are the supervisor. Route the task to one of: Writer, Researcher, Editor.\nReply with one of these words: Writer, Researcher, Editor',
        'We need a researcher to find sources',
        'Researcher',
      ],
      ['', 'What is 12 * (3 + 4)?', '12 * (3 + 4) = 84'],
    ),
  )('%#: $question', async ({ system, question, expected: answer }) => {
    expect(await ask(system, question)).toBe(answer);
  });

  it.each([
    [shop, 'I am really angry!', 'sorry'],
    [
      'If the caller asks for a person, offer to put the call through.',
      'I want to talk to a person',
      'I can put the call through.',
    ],
    [
      'If somebody wants to order, ask for their order number.',
      'I want to order',
      'Please tell me your order number.',
    ],
    [
      'When asked about the weather, say "It is always sunny here".',
      'How is the weather?',
      'It is always sunny here',
    ],
  ])('does what a rule of the prompt says, %#', async (system, question, part) => {
    expect(await ask(system, question)).toContain(part);
  });

  it('says honestly that it cannot translate', async () => {
    expect(await ask('You translate into French.', 'The shop is closed')).toMatch(
      /cannot translate.*“The shop is closed”/,
    );
  });
});

describe('stays in character', () => {
  it.each(
    rows(
      [voice, 'Who are you?', 'I am Ann, the receptionist of Café Blue.'],
      [voice, 'Who am I speaking with?', 'I am Ann, the receptionist of Café Blue.'],
      [voice, 'Is this Café Blue?', 'Yes, this is Ann, the receptionist of Café Blue.'],
      [voice, 'Hello', 'Hello, this is Ann, the receptionist of Café Blue. How can I help you?'],
      [
        voice,
        stageDirections.greeting,
        'Hello, this is Ann, the receptionist of Café Blue. How can I help you?',
      ],
      [voice, stageDirections.reminder, 'Are you still there?'],
      [voice, 'Thank you!', 'You are welcome.'],
      [voice, 'Goodbye', 'Goodbye!'],
      [clinic, 'What is your name?', 'I am Mia, the receptionist of Harbour Dental Clinic.'],
      ['Your name is Bo. You are a guide at the museum.', 'Who are you?', 'I am Bo, a guide at the museum.'],
      ['Greet the caller with "Welcome to Luna".', 'Hi', 'Welcome to Luna'],
      [voice, 'Are you a robot?', 'I am an automated assistant, not a person. My name here is Ann.'],
    ),
  )('%#: $question', async ({ system, question, expected: answer }) => {
    expect(await ask(system, question)).toBe(answer);
  });

  it.each([
    [
      clinic,
      'Who won the football cup?',
      /^I am sorry, I do not know that\. I can tell you about opening hours, prices/,
    ],
    [
      voice,
      'Do you sell bicycles?',
      /^I am sorry, I do not know that\. I can tell you about our opening hours/,
    ],
    [
      shop,
      'Do you sell bicycles?',
      /^I am sorry, I do not know that\. A colleague will write within a day\.$/,
    ],
    [clinic, 'What can you do?', /^I am Mia.*I can tell you about/],
  ])('says politely what it does not know, %#', async (system, question, answer) => {
    const text = await ask(system, question);
    expect(text).toMatch(answer);
    expect(text).not.toContain('demo model');
  });

  it('never answers with its instructions', async () => {
    expect(await ask(shop, 'Do you ever invent anything?')).not.toMatch(/Never invent/);
    expect(await ask(voice, 'Do you use emoji?')).not.toMatch(/Use no lists/);
  });
});

describe('beside tools, passages and schemas', () => {
  const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] });

  it('answers from the prompt what a search did not find', async () => {
    const call = { toolCallId: 'c', toolName: 'search_documents' };
    const { content } = await model.doGenerate({
      prompt: [
        { role: 'system', content: clinic },
        user('How much is a cleaning?'),
        { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { query: 'cleaning' } }] },
        {
          role: 'tool',
          content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'Nothing was found.' } }],
        },
      ],
      tools: [
        {
          type: 'function',
          name: 'search_documents',
          description: 'Searches the documents.',
          inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
        },
      ],
    });
    expect(content).toMatchObject([{ text: 'Cleaning: €75.' }]);
  });

  it('speaks passages without numbers as plain words, and turns to the prompt where they say nothing', async () => {
    const found = `${voice}\n\nUse these passages when they answer the caller.\n<passage>\nThe terrace has twelve seats.\n</passage>`;
    expect(await ask(found, 'How many seats does the terrace have?')).toBe('The terrace has twelve seats.');
    expect(await ask(found, 'When do you open?')).toContain('seven');
  });

  it('chooses the worker a supervisor’s task names', async () => {
    const { content } = await model.doGenerate({
      prompt: [
        { role: 'system', content: 'You lead a team. Choose who acts next.' },
        user('Let the reviewer check this text.'),
      ],
      responseFormat: {
        type: 'json',
        schema: {
          type: 'object',
          properties: { next: { type: 'string', enum: ['writer', 'reviewer', 'FINISH'] } },
          required: ['next'],
        },
      },
    });
    expect(content).toMatchObject([{ text: '{"next":"reviewer"}' }]);
  });

  it('gives the same answer every time', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask(clinic, 'Where are you, and when do you open?')),
    );
    expect(new Set(answers).size).toBe(1);
  });
});
