import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { LucideProvider } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { RouterProvider } from 'react-router/dom';
import { IdentityHost } from '../features/second-factors/identity-host.tsx';
import { queryClient } from '../kit/api/query-client.ts';
import { styleNonce } from '../kit/lib/style-nonce.ts';
import { useDisplay } from '../kit/state/display-store.ts';
import { createAppTheme } from '../kit/theme/app-theme.ts';
import { applyLook } from '../kit/theme/apply-look.ts';
import { ConfirmHost } from './confirm-host.tsx';
import { Notifications } from './notifications.tsx';
import { createAppRouter } from './router.tsx';

const nonce = styleNonce();
const emotionCache = createCache({ key: 'td', prepend: true, ...(nonce && { nonce }) });
const router = createAppRouter();

/** The root of the app, which frames every screen. */
export function App() {
  const { fontFamily, borderRadius, isDarkMode } = useDisplay();
  const theme = useMemo(() => createAppTheme({ fontFamily, borderRadius }), [fontFamily, borderRadius]);

  useEffect(() => {
    document.documentElement.dataset['theme'] = isDarkMode ? 'dark' : 'light';
  }, [isDarkMode]);

  useEffect(() => {
    applyLook(document.documentElement, { fontFamily, borderRadius });
  }, [fontFamily, borderRadius]);

  return (
    <CacheProvider value={emotionCache}>
      <ThemeProvider theme={theme}>
        <LucideProvider strokeWidth={1.75}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <IdentityHost />
            <ConfirmHost />
            <Notifications />
          </QueryClientProvider>
        </LucideProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
