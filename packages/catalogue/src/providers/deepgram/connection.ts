export const deepgramUrl = 'https://api.deepgram.com/v1';
