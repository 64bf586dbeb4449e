/** Browser data that issuers require for 3-D Secure. Sent with authorize and nowhere else. */

export interface BrowserFacts {
  readonly userAgent: string;
  readonly language: string;
  readonly screenHeight: number;
  readonly screenWidth: number;
  readonly colorDepth: number;
  readonly timeZoneOffset: number;
  readonly acceptHeader: string;
  readonly javaEnabled: boolean;
  readonly javaScriptEnabled: boolean;
  readonly osType: "android" | "ios" | "web";
}

export function browserFacts(): BrowserFacts {
  const { userAgent, language } = navigator;
  return {
    userAgent,
    language,
    screenHeight: screen.height,
    screenWidth: screen.width,
    colorDepth: screen.colorDepth,
    timeZoneOffset: new Date().getTimezoneOffset(),
    acceptHeader: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    javaEnabled: false,
    javaScriptEnabled: true,
    osType: /android/i.test(userAgent) ? "android" : /iphone|ipad|ipod/i.test(userAgent) ? "ios" : "web",
  };
}
