import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import { describe, expect, it } from 'vitest';
import { analysisSchema } from './analysis-question.ts';
import { repairAnswer } from './repair-answer.ts';

const field = (type: PostCallField['type'], name: string, isRequired = false): PostCallField => ({
  id: name,
  type,
  name,
  description: `About ${name}`,
  choices: type === 'enum' ? ['New', 'Returning'] : [],
  examples: type === 'string' ? ['Dana'] : [],
  isRequired,
});

const all = [
  field('string', 'Name'),
  field('enum', 'Kind'),
  field('boolean', 'Booked'),
  field('number', 'Party'),
];
const answer = (fields: object, more: object = {}) =>
  JSON.stringify({
    call_summary: 'Booked a table.',
    call_successful: true,
    user_sentiment: 'Positive',
    in_voicemail: false,
    fields,
    ...more,
  });
const values = (...given: unknown[]) =>
  repairAnswer(answer(Object.fromEntries(given.map((value, place) => [`field_${place + 1}`, value]))), all)
    ?.customAnalysisData;

describe('a model’s reading of a call', () => {
  it('SP-56: is taken as it is when it fits', () => {
    expect(values('Dana', 'New', true, 4)).toEqual({ Name: 'Dana', Kind: 'New', Booked: true, Party: 4 });
  });

  it('SP-56: is repaired where a type or a choice is nearly right, and null where it is not', () => {
    expect(values(12, 'returning', 'yes', '1,200 people')).toEqual({
      Name: '12',
      Kind: 'Returning',
      Booked: true,
      Party: 1200,
    });
    expect(values('N/A', 'VIP', 'perhaps', 'a few')).toEqual({
      Name: null,
      Kind: null,
      Booked: null,
      Party: null,
    });
    expect(values({ a: 1 }, ['New'], {}, Number.NaN)).toEqual({
      Name: null,
      Kind: null,
      Booked: null,
      Party: null,
    });
  });

  it('is found in a fence and in a sentence, and missed where there is none', () => {
    expect(repairAnswer(`\`\`\`json\n${answer({})}\n\`\`\``, [])?.callSummary).toBe('Booked a table.');
    expect(repairAnswer(`Here it is: ${answer({})} Bye.`, [])?.userSentiment).toBe('Positive');
    for (const text of ['', 'I cannot do that.', '{"call_summary": ', '[]'])
      expect(repairAnswer(text, all)).toBeUndefined();
  });

  it('SP-56: is of an unsuccessful call when a required field is missing', () => {
    const required = [field('string', 'Name', true)];
    expect(repairAnswer(answer({ field_1: 'Dana' }), required)?.callSuccessful).toBe(true);
    expect(repairAnswer(answer({ field_1: null }), required)?.callSuccessful).toBe(false);
  });

  it('survives nonsense in every place', () => {
    const nonsense = {
      call_summary: 3,
      call_successful: 'no',
      user_sentiment: 'furious',
      in_voicemail: null,
      fields: 7,
    };
    expect(repairAnswer(JSON.stringify(nonsense), all)).toEqual({
      callSummary: '3',
      callSuccessful: false,
      userSentiment: 'Unknown',
      inVoicemail: false,
      customAnalysisData: { Name: null, Kind: null, Booked: null, Party: null },
    });
  });
});

describe('the form that a model fills in', () => {
  it('is closed, all of it required, and lets every field be null', () => {
    const schema = analysisSchema(all);
    const fields = schema.properties?.['fields'] as typeof schema;
    expect([schema.additionalProperties, fields.additionalProperties]).toEqual([false, false]);
    expect(schema.required).toEqual(Object.keys(schema.properties ?? {}));
    expect(fields.required).toEqual(['field_1', 'field_2', 'field_3', 'field_4']);
    expect(fields.properties?.['field_2']).toMatchObject({
      type: ['string', 'null'],
      enum: ['New', 'Returning', null],
    });
    expect(JSON.stringify(fields.properties?.['field_1'])).toContain('Dana');
    expect(analysisSchema([]).properties).not.toHaveProperty('fields');
  });
});
