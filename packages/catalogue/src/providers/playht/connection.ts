export const playHtUrl = 'https://api.play.ht/api/v2';
