import { crc32, deflateRawSync } from 'node:zlib';

function entry(name: string, content: Buffer, at: number): { local: Buffer; central: Buffer } {
  const packed = deflateRawSync(content);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(at, 10);
  const mark = (bytes: number[]) => Buffer.from([0x50, 0x4b, ...bytes]);
  return {
    local: Buffer.concat([mark([3, 4]), fields, Buffer.from(name), packed]),
    central: Buffer.concat([mark([1, 2]), Buffer.from([20, 0]), fields, place, Buffer.from(name)]),
  };
}

/** The bytes of a ZIP archive. */
export function makeArchive(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const { local, central } = entry(name, Buffer.from(content), at);
    locals.push(local);
    centrals.push(central);
    at += local.length;
  }
  const table = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(centrals.length, 8);
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, table, end]);
}

/** The bytes of a Word document with these paragraphs. */
export function makeDocx(paragraphs: readonly string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const office = 'http://schemas.openxmlformats.org';
  return makeArchive({
    '[Content_Types].xml': `${head}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${head}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
}
