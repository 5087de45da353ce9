export const elevenLabsUrl = 'https://api.elevenlabs.io';
