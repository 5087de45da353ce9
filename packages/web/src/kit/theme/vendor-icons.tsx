import type { LucideIcon, LucideProps } from 'lucide-react';
import { forwardRef } from 'react';
import marks from './vendor-marks.svg?no-inline';

const vendors = [
  'anthropic',
  'assemblyai',
  'azure',
  'deepgram',
  'elevenlabs',
  'google',
  'google-gemini',
  'groq',
  'localai',
  'ollama',
  'openai',
  'playht',
  'telnyx',
  'twilio',
] as const;

/** A mark in its vendor's own colours: one sheet holds them all and comes as a picture, with the first that is drawn. */
const vendorIcon = (name: string): LucideIcon =>
  forwardRef<SVGSVGElement, LucideProps>(function VendorIcon(
    { size = 24, absoluteStrokeWidth: _lines, strokeWidth: _width, ...rest },
    ref,
  ) {
    return (
      // Who draws it names or hides it, as any icon.
      // biome-ignore lint/a11y/noSvgWithoutTitle: the label comes with the other attributes
      <svg
        ref={ref}
        width={size}
        height={size}
        color="var(--text)"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        <use href={`${marks}#${name}`} />
      </svg>
    );
  });

/** One mark for each vendor of models and speech and each carrier, by the name that declarations give. */
export const vendorIcons: Readonly<Record<string, LucideIcon>> = Object.fromEntries(
  vendors.map((name) => [name, vendorIcon(name)]),
);
