import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { usePageTitleStore } from '../state/page-title-store.ts';
import { GuideButton, type GuideName } from './guide-button.tsx';
import styles from './page-head.module.css';

// The first page of a visit, also after a reload, leaves the focus at the top of the document.
const firstKey: string = window.history.state?.key ?? 'default';

/** The title of the tab and of the breadcrumb while a page is shown: "Flows · Tendril". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tendril`;
    usePageTitleStore.setState({ path: window.location.pathname, title });
  }, [title]);
}

/** For the H1 of a page: a route change puts the focus there, a reload does not. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const isArrival = useRef(key !== firstKey);
  useEffect(() => {
    if (isArrival.current) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** The head of a page: its only H1, one line of help, the main act. A route change puts the focus on the H1. */
export function PageHead({
  title,
  help,
  actions,
  beside,
  guide,
}: {
  title: string;
  help?: string;
  actions?: ReactNode;
  /** Small items after the title, such as an edit button or a status. */
  beside?: ReactNode;
  /** The help behind the question mark. */
  guide?: GuideName;
}) {
  const heading = useHeadingFocus();
  usePageTitle(title);
  return (
    <header className={styles['head']}>
      <div className={styles['words']}>
        <div className={styles['title']}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
          {guide && <GuideButton of={guide} />}
        </div>
        {help && <p>{help}</p>}
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </header>
  );
}
