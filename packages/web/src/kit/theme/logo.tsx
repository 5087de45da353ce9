const vine = 'M5.2 26.4C14.2 26.4 20.2 20.8 20.2 13.6A5.8 5.8 0 1 0 14.4 19.4C20.8 19.4 24.9 15.4 26.5 9.3';

/** The mark alone, in a box of 32 by 32. */
function Mark({ transform, colour }: { transform: string; colour: string }) {
  return (
    <g transform={transform} fill="none" stroke={colour} strokeLinecap="round">
      <path d={vine} strokeWidth={2.6} />
      <circle cx={5} cy={26.4} r={3.3} fill={colour} stroke="none" />
      <circle cx={27.2} cy={6.4} r={2.95} strokeWidth={2.5} />
    </g>
  );
}

/** The logo: 110 by 60 with the word, 60 by 40 without. Each theme has its own green, named in `data-theme` as well. */
export function Logo({ isOpen, isDarkMode }: { isOpen: boolean; isDarkMode: boolean }) {
  const colour = isDarkMode ? 'var(--green-400)' : 'var(--green-600)';
  const size = isOpen ? { width: 110, height: 60 } : { width: 60, height: 40 };
  return (
    <svg {...size} role="img" aria-label="Tendril" data-theme={isDarkMode ? 'dark' : 'light'}>
      <Mark
        transform={isOpen ? 'translate(-1.5 16.6) scale(.84)' : 'translate(13 3) scale(1.06)'}
        colour={colour}
      />
      {isOpen && (
        <text
          x={32}
          y={38}
          fill="var(--text)"
          fontFamily="var(--font)"
          fontSize={21}
          fontWeight={700}
          letterSpacing={-0.4}
        >
          Tendril
        </text>
      )}
    </svg>
  );
}
