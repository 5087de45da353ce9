import * as z from 'zod';

/** A model that a source uses while it is read. */
export const readingModel = z.strictObject({
  name: z.string().min(1).max(128),
  inputs: z.record(z.string().max(128), z.unknown()).default({}),
  credential: z.string().max(64).optional(),
});

/** What reads of a source what has no text of its own, and what writes about its chunks. */
export const readingSettings = z.strictObject({
  /** Writes a sentence about each chunk, which is embedded with it. */
  context: readingModel.optional(),
  /** Reads pictures and scanned pages. */
  pictures: readingModel.optional(),
  /** Languages of pictures as Tesseract calls them, as `deu+eng`; absent for those that are installed. */
  pictureLanguages: z
    .string()
    .max(100)
    .regex(/^[a-z]{3}\w*(\+[a-z]{3}\w*)*$/i, 'Codes such as deu, joined by +.')
    .optional(),
  /** Hears recordings; `provider` as flows name it for speech to text. */
  sound: z
    .strictObject({
      provider: z.enum([
        'openAIWhisper',
        'groqWhisper',
        'localAISTT',
        'assemblyAiTranscribe',
        'azureCognitive',
        'deepgram',
        'elevenLabsSTT',
      ]),
      credential: z.string().max(64).optional(),
      model: z.string().max(200).optional(),
      /** As the vendor calls it; most find it by themselves. */
      language: z.string().max(20).optional(),
      baseUrl: z.url().optional(),
    })
    .optional(),
});
export type ReadingSettings = z.output<typeof readingSettings>;
