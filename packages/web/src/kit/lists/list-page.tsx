import type { ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import type { GuideName } from '../ui/guide-button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SkeletonList } from '../ui/skeleton-list.tsx';
import styles from './list-page.module.css';
import type { ListView } from './use-list-view.ts';

interface ListPageProps {
  title: string;
  help?: string;
  guide?: GuideName;
  /** Secondary actions. */
  acts?: ReactNode;
  /** The primary action; an empty list shows it in the middle instead of in the header. */
  mainAct?: ReactNode;
  /** Between head and list: tabs, a notice. */
  children?: ReactNode;
  query: ListQuery;
  failed: string;
  /** The empty state; undefined while loading. */
  empty: ReactNode;
  isEmpty: boolean;
  view?: ListView;
  /** Toolbar and rows, rendered once there are some. */
  list: ReactNode;
  /** Tools that already stand there while the list is on its way. */
  tools?: ReactNode;
}

/** What a page needs to know of its request. */
interface ListQuery {
  /** Whether there is data, even if stale. */
  hasData: boolean;
  error: unknown;
  retry: () => void;
}

/** A page with one list: head, then skeleton, error, empty state or the list. Tables lie on paper, all else on the page. */
export function ListPage(props: ListPageProps) {
  const {
    title,
    help,
    guide,
    acts,
    mainAct,
    children,
    query,
    failed,
    empty,
    isEmpty,
    view = 'table',
  } = props;
  const { hasData, error, retry } = query;
  return (
    <div className={hasData && !isEmpty && view === 'table' ? styles['paper'] : undefined}>
      <PageHead
        title={title}
        {...(help !== undefined && { help })}
        {...(guide && { guide })}
        actions={
          (acts || (mainAct && !isEmpty)) && (
            <>
              {acts}
              {!isEmpty && mainAct}
            </>
          )
        }
      />
      {children}
      {!hasData && !error && (
        <>
          {props.tools ?? <div className={styles['gap']} />}
          <SkeletonList shape={view === 'cards' ? 'cards' : 'rows'} />
        </>
      )}
      {!hasData && error !== null && error !== undefined && (
        <ErrorState title={failed} error={error} onRetry={retry} />
      )}
      {isEmpty && empty}
      {hasData && !isEmpty && props.list}
    </div>
  );
}
