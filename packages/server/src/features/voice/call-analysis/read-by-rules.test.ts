import type { TranscriptLine } from '@tendril/contract/api/calls';
import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import { describe, expect, it } from 'vitest';
import { readByRules } from './read-by-rules.ts';
import { sampleField } from './testing/sample-field.ts';

/** `A:` the agent, `U:` the caller. */
const talk = (...lines: string[]): TranscriptLine[] =>
  lines.map((line, place) => ({
    role: line.startsWith('A:') ? 'agent' : line.startsWith('T:') ? 'tool' : 'user',
    content: line.slice(2).trim(),
    offsetMs: place * 1000,
  }));

const read = (transcript: TranscriptLine[], ...fields: PostCallField[]) =>
  readByRules({ transcript, fields, reason: 'user_hangup' });
const value = (transcript: TranscriptLine[], one: PostCallField) =>
  read(transcript, one).customAnalysisData[one.name];

describe('the rules that read a call', () => {
  it.each([
    ['Yes please.', true],
    ['No, thank you.', false],
    ['Yes, but not this week.', false],
    ['The weather is fine.', null],
  ])('POST-02: take "%s" to a question about the field for %s', (answer, wanted) => {
    const transcript = talk('A: Shall we give you a callback tomorrow?', `U: ${answer}`);
    expect(value(transcript, sampleField('boolean', 'wants_callback'))).toBe(wanted);
  });

  it('do not take the answer to another question', () => {
    const transcript = talk('A: Is the tooth painful?', 'U: Yes.', 'A: Have a good day.', 'U: Bye.');
    expect(value(transcript, sampleField('boolean', 'has_insurance'))).toBeNull();
    expect(value(transcript, sampleField('boolean', 'pain', { description: 'Whether it is painful' }))).toBe(
      true,
    );
  });

  it.each([
    ['We will be 4 people.', 4],
    ['We are twenty five people.', 25],
    ['About one thousand two hundred people', 1200],
    ['Two hundred and five people', 205],
    ['1,250 people', 1250],
    ['Two. No, three people.', 3],
    ['Some people', null],
  ])('POST-02: hear the number in "%s"', (answer, wanted) => {
    const transcript = talk('A: How many people are in your party?', `U: ${answer}`);
    expect(value(transcript, sampleField('number', 'party_size', { description: 'Number of people' }))).toBe(
      wanted,
    );
  });

  it('POST-02: find the choice that was spoken, the last one where somebody thought again, or one much like it', () => {
    const visit = sampleField('enum', 'visit_type', { choices: ['Cleaning', 'Check-up', 'Root canal'] });
    expect(value(talk('A: What kind of visit?', 'U: A check up, please.'), visit)).toBe('Check-up');
    const changed = talk('A: What visit?', 'U: A cleaning.', 'A: Sure?', 'U: Rather a root canal visit.');
    expect(value(changed, visit)).toBe('Root canal');
    expect(value(talk('A: What type of visit?', 'U: Some cleanings.'), visit)).toBe('Cleaning');
    expect(value(talk('A: What type of visit?', 'U: A filling.'), visit)).toBeNull();
  });

  it('POST-02: find names, addresses and numbers of telephones, and else what was answered', () => {
    const transcript = talk(
      'A: Hello, this is Bright Smile. Who is speaking?',
      'U: Hi, my name is Dana Ortiz.',
      'A: Where can we reach you?',
      'U: At dana.ortiz@example.com, or +1 512 555 0142.',
      'A: What is the reason for your visit?',
      'U: A chipped tooth.',
    );
    const found = read(
      transcript,
      sampleField('string', 'customer_name'),
      sampleField('string', 'email'),
      sampleField('string', 'phone'),
      sampleField('string', 'reason', { description: 'The reason for the visit' }),
      sampleField('string', 'colour'),
    );
    expect(found.customAnalysisData).toEqual({
      customer_name: 'Dana Ortiz',
      email: 'dana.ortiz@example.com',
      phone: '+1 512 555 0142',
      reason: 'A chipped tooth.',
      colour: null,
    });
  });

  it('SP-56: count a call as unsuccessful when a required field was not found', () => {
    const transcript = talk('A: What is your email?', 'U: I would rather not say.');
    expect(read(transcript, sampleField('string', 'email')).callSuccessful).toBe(true);
    expect(read(transcript, sampleField('string', 'email', { isRequired: true })).callSuccessful).toBe(false);
  });

  it('distinguish a machine from a person, and extract nothing from it', () => {
    const transcript = talk(
      'A: Hello!',
      'U: You have reached 5 people. Please leave a message after the beep.',
    );
    const found = read(transcript, sampleField('number', 'people'));
    expect(found).toMatchObject({ inVoicemail: true, callSuccessful: false, userSentiment: 'Unknown' });
    expect(found.customAnalysisData).toEqual({ people: null });
  });

  it('distinguish a glad caller from a cross one', () => {
    const mood = (said: string) => read(talk('A: Hello.', `U: ${said}`)).userSentiment;
    expect(mood('That is great, thank you so much!')).toBe('Positive');
    expect(mood('This is ridiculous, I am so annoyed.')).toBe('Negative');
    expect(mood('That was not helpful.')).toBe('Negative');
    expect(mood('I call about a bill.')).toBe('Neutral');
  });

  it('count a call that broke off as unsuccessful', () => {
    const transcript = talk('A: Hello.', 'U: Hello.');
    const after = (reason: 'error_asr' | 'inactivity' | 'agent_hangup') =>
      readByRules({ transcript, fields: [], reason }).callSuccessful;
    expect([after('error_asr'), after('inactivity'), after('agent_hangup')]).toEqual([false, false, true]);
  });
});
