import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { readAsset } from '../../kit/api/read-asset.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

const folders = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' } as const;

/** Reads what a document does not bring itself: tables of scripts, the standard fonts, decoders of scans. */
class PartReader {
  fetch({ kind, filename }: { kind: keyof typeof folders; filename: string }): Promise<Uint8Array> {
    return readAsset(`pdf/${folders[kind]}/${encodeURIComponent(filename)}`);
  }
}

/** An opened PDF; `close` ends its worker's part too. */
interface OpenPdf {
  pdf: PDFDocumentProxy;
  close(): Promise<void>;
}

/** Opens a PDF in a worker of its own: nothing in it is executed, and none of its links is followed. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const task = getDocument({
    data: bytes,
    BinaryDataFactory: PartReader,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
  });
  return { pdf: await task.promise, close: () => task.destroy() };
}
