import './kit/theme/fonts.css';
import './kit/theme/tokens.css';
import './kit/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import { App } from './app/app.tsx';

// The content security policy forbids code made at run time.
z.config({ jitless: true });

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
