import { ageInWords, type ExportedMatrix, lineOf, notesOf, utcMinute } from './exported-matrix.ts';
import { cellAt } from '../matrix.ts';

/** One file without scripts and without links. */
export function comparisonHtml(matrix: ExportedMatrix): string {
  const { at, reference, columns, rows } = matrix;
  const title = `Webhooks compared with ${reference.name}`;
  const head = [
    '<th scope="col">Webhook</th>',
    headCell(`${reference.name} (reference)`, reference.facts),
    ...columns.map(({ name, readAt }) => headCell(name, ageInWords(readAt))),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${[`Written ${utcMinute(at)}.`, ...notesOf(matrix)].map((note) => `<p>${escaped(note)}</p>`).join('\n')}
<table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${rows
  .map((row) => {
    const [name = '', ...cells] = lineOf(matrix, row);
    const kinds = ['', ...columns.map((_, column) => cellAt(row, column).kind)];
    const written = cells.map(
      (text, index) => `<td class="${kinds[index] ?? ''}">${escaped(text)}</td>`,
    );
    return `<tr><th scope="row">${escaped(name)}</th>${written.join('')}</tr>`;
  })
  .join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

const headCell = (name: string, facts: string): string =>
  `<th scope="col">${escaped(name)}<br><small>${escaped(facts)}</small></th>`;

const style = `
:root { color-scheme: light dark; font: 14px system-ui, sans-serif; }
body { margin: 24px; }
table { border-collapse: collapse; }
th, td { padding: 4px 10px; border: 1px solid #8886; text-align: left; white-space: nowrap; }
thead th { position: sticky; top: 0; background: Canvas; }
tbody th { position: sticky; left: 0; background: Canvas; font-weight: 500; }
small { font-weight: 400; opacity: 0.8; }
.differs, .ambiguous, .unknown { background: #c8901e33; }
.missing { background: #c0392b33; }
.extra { background: #2d7d4633; }
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
