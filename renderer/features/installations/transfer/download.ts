/** How long a file stays at hand for being saved, in milliseconds: the saving itself begins at once. */
const stay = 60_000;

/** Has a text saved as a file, by the browser's or the desktop's own way of saving. */
export function downloadText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, stay);
}
