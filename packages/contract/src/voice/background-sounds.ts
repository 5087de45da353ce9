/** Background sounds in display order; the ids are Retell's. */
export const backgroundSounds = [
  { id: null, label: 'None' },
  { id: 'coffee-shop', label: 'Coffee Shop' },
  { id: 'convention-hall', label: 'Convention Hall' },
  { id: 'summer-outdoor', label: 'Summer Outdoor' },
  { id: 'mountain-outdoor', label: 'Mountain Outdoor' },
  { id: 'static-noise', label: 'Static Noise' },
  { id: 'call-center', label: 'Call Center' },
] as const;

export type BackgroundSoundId = Exclude<(typeof backgroundSounds)[number]['id'], null>;

export const backgroundSoundIds = backgroundSounds.flatMap(({ id }) => (id === null ? [] : [id])) as [
  BackgroundSoundId,
  ...BackgroundSoundId[],
];
