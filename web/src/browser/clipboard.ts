/** Copies a text that is selected in a field, and tells whether it was copied. Browsers have a clipboard only at addresses
 * with https, so not at a server at home; there what is selected can be copied. */
export async function copySelected(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    if (clipboard) return true;
  } catch {
    // it is not allowed: the other way is left
  }
  return document.execCommand("copy");
}
