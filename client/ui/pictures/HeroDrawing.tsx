/** The drawing of the first screen, separate from the others so that only it loads there. */
import { Drawing } from "./Drawing.tsx";

/** An unknown caller on a phone, and three facts that hang on its number. */
export function HeroDrawing() {
  return (
    <Drawing box="0 0 440 360">
      <path className="tint" d="M46 300c-30-70 6-214 120-246 92-26 170 30 206 96 34 62 20 122-14 150z" />
      <path className="soft" d="M24 300h392" />
      <g transform="rotate(-5 170 190)">
        <rect className="paper" x="104" y="62" width="132" height="242" rx="20" />
        <path d="M152 76h36" />
        <circle cx="170" cy="132" r="30" />
        <path
          className="brand"
          d="M161 125c1-7 6-10 10-10 6 0 10 4 10 9 0 8-10 8-10 16M171 149v.5"
          strokeWidth="3.500"
        />
        <path d="M134 182h72" strokeWidth="5" />
        <path className="soft" d="M148 200h44" strokeWidth="4" />
        <circle className="alarm" cx="138" cy="262" r="17" />
        <path className="alarm" d="M129 266c4-5 14-5 18 0" strokeWidth="3" />
        <circle className="brand" cx="202" cy="262" r="17" />
        <path className="brand" d="M195 256c1 8 7 13 14 13" strokeWidth="3" />
      </g>
      <path className="alarm" d="M82 118c-10 12-14 26-12 42M64 102c-15 18-21 40-18 64" />
      <path
        className="soft"
        d="M232 176c28-6 34-48 60-54M232 190c30 2 40 4 62 4M232 204c28 10 34 56 58 62"
        strokeDasharray="1 7"
      />
      <g>
        <path className="paper" d="M292 102h104a8 8 0 018 8v28a8 8 0 01-8 8H292l-14-22z" />
        <circle cx="298" cy="124" r="2.500" />
        <path className="brand" d="M314 124l7 7 12-14" strokeWidth="3.500" />
        <path className="soft" d="M348 118h40M348 130h26" />
      </g>
      <g>
        <path className="paper" d="M308 172h96a8 8 0 018 8v28a8 8 0 01-8 8h-96l-14-22z" />
        <circle cx="314" cy="194" r="2.500" />
        <path className="brand" d="M332 204v-7M340 204v-13M348 204v-20" strokeWidth="3.500" />
        <path className="soft" d="M364 188h34M364 200h22" />
      </g>
      <g>
        <path className="paper" d="M290 244h104a8 8 0 018 8v28a8 8 0 01-8 8H290l-14-22z" />
        <circle cx="296" cy="266" r="2.500" />
        <path
          className="brand"
          d="M322 278c7-8 10-13 10-18a10 10 0 00-20 0c0 5 3 10 10 18zM322 261v.5"
          strokeWidth="3"
        />
        <path className="soft" d="M348 260h38M348 272h24" />
      </g>
    </Drawing>
  );
}
