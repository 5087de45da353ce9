import type { RefObject } from 'react';

interface HiddenFileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  onFiles: (files: File[]) => void;
}

/** Lets a menu action choose JSON files: `ref.current.click()` opens the dialog of the system. */
export function HiddenFileInput({ ref, label, onFiles }: HiddenFileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple
      accept=".json,application/json"
      aria-label={label}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}
