import { defineTexts } from '../texts.ts';

/** How an agent's voice speaks, in the speech settings of its editor. */
export const voiceMannerTexts = defineTexts('voice-manner', {
  title: 'Voice',
  hint: 'Used by voices whose provider offers it.',
  temperature: 'Voice temperature',
  even: 'even',
  lively: 'lively',
  emotion: 'Emotion',
  noEmotion: 'None',
  calm: 'Calm',
  sympathetic: 'Sympathetic',
  happy: 'Happy',
  sad: 'Sad',
  angry: 'Angry',
  fearful: 'Fearful',
  surprised: 'Surprised',
  listening: 'Signs of listening (backchannel)',
  listeningHint:
    'While the caller speaks for long, the agent says a short word such as “mm-hm” now and then, and the caller keeps the turn. In spoken calls; not with speech to speech.',
  listeningFrequency: 'Backchannel frequency',
  rarely: 'rarely',
  often: 'often',
  listeningWords: 'Words of listening',
  newListeningWord: 'Another word of listening',
  listeningWordsHint: 'One per line. If left empty, the agent uses words of its language.',
  recognition: 'Speech recognition',
  denoising: 'Noise of the caller',
  denoisingNone: 'Keep it',
  denoisingNoise: 'Take it out',
  denoisingHint:
    'Before the caller is understood; recordings keep the sound as it came. It makes what is heard about 20 ms later. Speech to speech models take noise out themselves.',
  expectedWords: 'Expected words',
  newExpectedWord: 'Another word or name',
  expectedWordsHint:
    'Names and terms that speech to text should expect, one per line; {{example}} works too. Deepgram, AssemblyAI and Azure use them, in browser calls and on telephone lines.',
  pronunciations: 'Pronunciations',
  newPronunciation: 'Another pronunciation',
  pronunciationExample: 'Siobhan = ʃɪˈvɔːn',
  pronunciationsHint:
    'One word per line with its phonemes in the International Phonetic Alphabet. ElevenLabs (English), Deepgram, Cartesia, Azure and Google voices follow them.',
});
