// Runs before the first paint and before any module.
{
  // A chosen theme never flashes in the other one.
  const chosen = localStorage.getItem('isDarkMode');
  const isDark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'true';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';

  // The library that styles the toasts looks for the page's nonce here while it loads.
  const nonce = document.querySelector('meta[name="csp-nonce"]').content;
  if (!nonce.startsWith('__')) window.__nonce__ = nonce;
}
