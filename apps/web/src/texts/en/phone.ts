export const phone = {
  kind: 'Kind of device',
  computer: 'Computer or board',
  phone: 'Phone',
  scan: 'Code to scan with AutoX',
  steps: 'What to tap',
  install: 'Install AutoX.js on the phone and open it.',
  menu: 'Open its menu at the top left and switch on “Connect to computer”.',
  camera: 'Choose “Scan QR code” and point the phone here.',
  battery: 'Allow AutoX to run in the background without battery limits, so that it stays connected.',
  address: 'Address that the phone can reach',
  localOnly:
    'A phone cannot reach this address. Start the service with HOST=0.0.0.0, so that it listens on your network too.',
  paste: 'Without scanning, also in AutoJs6 and Auto.js 4',
  pasteText:
    'Make a new script on the phone, paste this line and run it. It fetches the agent with the key in it.',
  pasteLine: 'Line to paste',
  readAgent: 'Read the agent first',
  waiting: 'Waiting for the phone…',
};
