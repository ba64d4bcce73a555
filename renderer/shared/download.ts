/** Milliseconds before the object URL is revoked; saving starts at once. */
const stay = 60_000;

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
