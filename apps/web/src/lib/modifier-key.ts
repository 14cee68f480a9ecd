/** The name of the key for shortcuts, as it is printed on the keyboard. */
export const modifierKey = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';
