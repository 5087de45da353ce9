import styles from './twin-mark.module.css';

/** A quiet chip behind the name of a node that another node shares. */
export function TwinMark({ mark }: { mark: string | undefined }) {
  if (mark === undefined) return null;
  return (
    <>
      {' '}
      <span className={styles['mark']}>{mark}</span>
    </>
  );
}
