/** How long a file stays at hand for being saved, in milliseconds: the saving itself begins at once. */
const stay = 60_000;

/** Has a text saved as a file, by the browser's or the desktop's own way of saving. */
export function download(content: string | Blob, fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, stay);
}
