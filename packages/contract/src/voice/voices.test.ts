import { describe, expect, it } from 'vitest';
import { defaultVoiceId } from './agent-defaults.ts';
import { voice, voiceAccents, voiceAges, voiceGenders, voiceProviders } from './voice.ts';
import { standardVoices } from './voices.data.ts';

const valuesOf = (name: 'accent' | 'gender' | 'age' | 'standard_voice_type' | 'provider') =>
  new Set(standardVoices.map((entry) => entry[name]));

describe('the catalogue of voices', () => {
  it('CATV-01, SP-82: has 110 entries of its own, each under another name', () => {
    expect(standardVoices).toHaveLength(110);
    expect(new Set(standardVoices.map(({ voice_name }) => voice_name)).size).toBe(110);
  });

  it('CATV-02: every voice has every field', () => {
    for (const entry of standardVoices) {
      expect(voice.strict().parse(entry)).toEqual(entry);
      expect(entry).toHaveProperty('preview_audio_url');
      expect(entry.avatar_url).not.toBe('');
    }
  });

  it('CATV-03: an id is the prefix of the provider and the name', () => {
    const prefixes = Object.fromEntries(voiceProviders.map(({ id, prefix }) => [id, prefix]));
    for (const { voice_id, voice_name, provider } of standardVoices) {
      expect(voice_id).toMatch(/^(play|11labs|openai|deepgram)-[A-Za-z]+$/);
      expect(voice_id).toBe(`${prefixes[provider]}${voice_name}`);
    }
  });

  it('CATV-04: all are standard voices', () => {
    expect(standardVoices.every(({ voice_type }) => voice_type === 'standard')).toBe(true);
  });

  it('CATV-05: some are of Retell, some presets of the provider, some neither', () => {
    expect(valuesOf('standard_voice_type')).toEqual(new Set(['retell', 'preset', undefined]));
  });

  it('CATV-06: each provider has voices', () => {
    expect([...valuesOf('provider')]).toEqual(voiceProviders.map(({ id }) => id));
  });

  it('CATV-07: each accent occurs', () => {
    expect(valuesOf('accent')).toEqual(new Set(voiceAccents));
  });

  it('CATV-08: voices are male or female', () => {
    expect(valuesOf('gender')).toEqual(new Set(voiceGenders));
  });

  it('CATV-09: each age occurs, and some say none', () => {
    expect(valuesOf('age')).toEqual(new Set([...voiceAges, undefined]));
  });

  it('CATV-10: ids are unique, and a preview lies under the id of its voice', () => {
    expect(new Set(standardVoices.map(({ voice_id }) => voice_id)).size).toBe(110);
    const silent = standardVoices.filter(({ preview_audio_url }) => preview_audio_url === '');
    expect(silent.length).toBeGreaterThan(0);
    expect(silent.length).toBeLessThan(6);
    for (const { voice_id, preview_audio_url } of standardVoices)
      if (preview_audio_url) expect(preview_audio_url.endsWith(`/voices/${voice_id}/preview`)).toBe(true);
  });

  it('SP-06: holds the voice that an agent begins with', () => {
    expect(standardVoices.some(({ voice_id }) => voice_id === defaultVoiceId)).toBe(true);
    expect(standardVoices.some(({ voice_id }) => voice_id === 'openai-Alloy')).toBe(true);
  });
});
