import { create } from 'zustand';

interface PageTitle {
  /** Path of the page that has the title: the one before it may still be named for a moment. */
  path: string;
  title: string;
}

/** How the page that is shown calls itself. */
export const usePageTitleStore = create<PageTitle>(() => ({ path: '', title: '' }));
