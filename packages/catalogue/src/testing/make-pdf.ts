/** A text and where it stands on its page, in points from the lower left. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  size?: number;
}

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');
const drawn = ({ text, x, y, size = 12 }: PdfText) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`;

/** The bytes of a PDF: one line of text on each page, or texts at their places; letters of Latin 1 only. */
export function makePdf(pages: readonly (string | readonly PdfText[])[]): Buffer {
  const pageIds = pages.map((_, index) => 4 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const texts = typeof page === 'string' ? [{ text: page, x: 50, y: 700 }] : page;
      const content = texts.map(drawn).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const end = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
