import { type ReactNode, useId } from 'react';
import styles from './assistant-editor.module.css';

interface FormSectionProps {
  title: string;
  help: string;
  /** Buttons at the end of the head. */
  acts?: ReactNode;
  children?: ReactNode;
}

/** One part of the assistant's form. */
export function FormSection({ title, help, acts, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          <p className={styles['sectionHelp']}>{help}</p>
        </div>
        {acts && <div className={styles['sectionActs']}>{acts}</div>}
      </header>
      {children}
    </section>
  );
}
