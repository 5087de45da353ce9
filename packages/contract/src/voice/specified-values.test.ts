import { describe, expect, it } from 'vitest';
import { agentsPrefix, corePrefix, studioPrefix } from '../api/prefixes.ts';
import { voiceLlmDefaults } from './agent-defaults.ts';
import { analysisModels } from './analysis-models.ts';
import { backgroundSounds } from './background-sounds.ts';
import { defaultLanguage, voiceLanguages } from './languages.ts';
import { llmOptions } from './llm-options.ts';
import { postCallField, postCallFieldTypes } from './post-call-field.ts';
import { callRanges, reminderDefaults, speechRanges, voiceRanges } from './speech-ranges.ts';
import { voiceAccents, voiceAges, voiceGenders, voiceProviders } from './voice.ts';
import { functionTypes } from './voice-function.ts';

// The values stand here a second time, typed from the specification: a slip in either place is seen.
describe('the values of the specification', () => {
  it('CATL-01: the 33 languages in their order', () => {
    const codes =
      'en-US, multi, es-ES, es-419, en-IN, en-GB, en-AU, en-NZ, fr-FR, de-DE, zh-CN, hi-IN, ja-JP, pt-PT, pt-BR, ru-RU, it-IT, ko-KR, nl-NL, pl-PL, tr-TR, vi-VN, ro-RO, da-DK, fi-FI, el-GR, id-ID, no-NO, sk-SK, sv-SE, bg-BG, hu-HU, ms-MY';
    expect(voiceLanguages.map(({ code }) => code)).toEqual(codes.split(', '));
    expect(voiceLanguages).toHaveLength(33);
  });

  it('CATL-02: English of the United States is spoken by default', () => {
    expect(defaultLanguage).toBe('en-US');
  });

  it('CATM-01 to CATM-09: the eight models, in their order, with their price per minute', () => {
    expect(llmOptions.map(({ label, usdPerMinute }) => `${label} $${usdPerMinute}`)).toEqual([
      'GPT 4o $0.05',
      'GPT 4o mini $0.006',
      'GPT 4.1 $0.045',
      'GPT 4.1 mini $0.016',
      'GPT 4.1 nano $0.004',
      'Claude 3.7 Sonnet $0.06',
      'Claude 3.5 Haiku $0.02',
      'Gemini 2.0 Flash $0.006',
    ]);
  });

  it('CATS-01: the seven background sounds, None first', () => {
    expect(backgroundSounds.map(({ label }) => label)).toEqual([
      'None',
      'Coffee Shop',
      'Convention Hall',
      'Summer Outdoor',
      'Mountain Outdoor',
      'Static Noise',
      'Call Center',
    ]);
    expect(backgroundSounds[0].id).toBeNull();
  });

  it('CATV-06 to CATV-09, SP-83: providers, accents, genders and ages of voices', () => {
    expect(voiceProviders.map(({ id, label, prefix }) => [id, label, prefix])).toEqual([
      ['elevenlabs', 'Elevenlabs', '11labs-'],
      ['play', 'PlayHT', 'play-'],
      ['openai', 'OpenAI', 'openai-'],
      ['deepgram', 'Deepgram', 'deepgram-'],
    ]);
    expect(voiceAccents).toEqual(
      'American, British, Indian, Australian, Irish, Spanish, German, French, Mexican'.split(', '),
    );
    expect([voiceGenders, voiceAges]).toEqual([
      ['male', 'female'],
      ['Young', 'Middle Aged', 'Old'],
    ]);
  });

  it('ENT-03, POST-01: data that is drawn from calls is Text, Selection, Boolean or Number', () => {
    expect(postCallFieldTypes.map(({ label }) => label)).toEqual(['Text', 'Selection', 'Boolean', 'Number']);
    const field = { id: 'p', name: '', description: '', choices: [], examples: [], isRequired: false };
    for (const { type } of postCallFieldTypes)
      expect(postCallField.safeParse({ ...field, type }).success).toBe(true);
    expect(postCallField.safeParse({ ...field, type: 'date' }).success).toBe(false);
  });

  it('POST-03, POST-04: the two models that read calls, with what they cost', () => {
    expect(analysisModels.map(({ label, usdPerSession }) => [label, usdPerSession])).toEqual([
      ['GPT-4o Mini (Free)', 0],
      ['GPT-4o ($0.017/session)', 0.017],
    ]);
  });

  it('FUNC-01: the six functions in the order of the menu', () => {
    expect(functionTypes.map(({ label }) => label)).toEqual([
      'End Call',
      'Call Transfer',
      'Check Calendar Availability',
      'Book on the Calendar',
      'Press Digit',
      'Custom Function',
    ]);
  });

  it('SPEECH-01 to SPEECH-06, SPEECH-16, SPEECH-17: bounds, steps and defaults of speech', () => {
    expect(speechRanges).toMatchObject({
      voiceSpeed: { min: 0, max: 1, step: 0.01 },
      volume: { min: 0, max: 1, step: 0.01 },
      responsiveness: { min: 0, max: 1, step: 0.01, default: 0.52 },
      interruptionSensitivity: { min: 0, max: 1, step: 0.01, default: 0.8 },
    });
    expect(voiceRanges).toMatchObject({
      voiceSpeed: { min: 0.5, max: 2, step: 0.01 },
      volume: { min: 0, max: 2 },
    });
    expect(reminderDefaults).toEqual({ triggerMs: 10_000, maxCount: 1 });
  });

  it('CALL-06 to CALL-12: bounds, steps and defaults of calls, in the unit that is shown', () => {
    const [second, minute] = [1000, 60_000];
    expect(callRanges).toEqual({
      voicemailDetectionTimeoutMs: { min: 1, max: 10, step: 0.5, default: 5, msPerUnit: second },
      endCallAfterSilenceMs: { min: 10, max: 20, step: 0.1, default: 1.6, msPerUnit: second },
      maxCallDurationMs: { min: 0, max: 5, step: 0.1, default: 1, msPerUnit: minute },
      beginMessageDelayMs: { min: 0, max: 5, step: 0.1, default: 2.6, msPerUnit: second },
      ringDurationMs: { min: 0, max: 60, step: 1, default: 30, msPerUnit: second },
      interruptionSensitivity: { min: 0, max: 1, step: 0.01, default: 0.8 },
    });
  });

  it('VED-19: a fresh agent begins with words of its own', () => {
    expect(voiceLlmDefaults.beginMode).toBe('dynamic');
  });

  it('API-02, API-13: the prefixes of the three services', () => {
    expect([corePrefix, studioPrefix, agentsPrefix]).toEqual([
      '/api/core/v1',
      '/api/agent-studio/v1',
      '/api/tendril-agentshub-management/v1/agentshub/agents',
    ]);
  });
});
