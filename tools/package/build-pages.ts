import { provideWeb } from '../launch/web.mjs';

// For images, where packages are installed before the sources arrive: the pages alone.
provideWeb(process.execPath);
