import { openArchive } from "../archive/open-archive.js";
import { MemoryStore } from "./memory-store.spec-kit.js";

/** An archive of a recording in version 1 of the format, as the recorder of then wrote it: never made anew. Its program was killed, and its last entry is torn. */
const archive: Uint8Array = new Uint8Array(
  Buffer.from(
    "UEsDBBQACAAIAHmKfF0AAAAAAAAAAAAAAAAOAAAAMDAwMDAwMDEuZHdyZWOVlns80/sfx8dsuZtc8qM0t6IOWyGaQzaX3O81lUJS7oTFySVmplxqOhah" +
      "FNkiQiwiMXaq02XSKqkwOaXcVonMpX7f76w4j36/x+93/t3n+/18n3u9Xp/X+2ON97CxgkBEFCAQyE6WwWw49cYNKqQ8mhChv0nkPi7OI7reIAoCUQaW" +
      "9ZPy+zceHztJhYpAfqxcjovBoFCREYHgE8Noi8NQjU/PqFDR//CEDPDEguK1OhfL3Lk8sWV7mAMLPfi6D8bO/PdU8WULvQYJmoFHAiNiNTGa/gcOWAX5" +
      "R0QEhmn+ohlD2A/8ZITzsvLd4Wnt5XsgMCo2SDMJ3Mg1Lwp3tyBk6h9tZONl97eNQNT5aDddkw1jI3liy/4M+AVDxHN/rRj4NFV82cL/+oK3h9vfvpAK" +
      "bHRs19fCOvtDaCpsGSorelN8sfO9OskOtKJl97Ebk1afQqr/yhlZ6033cDCGpaVVnPB83ybV3KTOxv1Gi++8LDd+uKnYdRxB85oQh8Xg2pUfq/h+WzG4" +
      "Fx3u83SstaZx3467nOyKmI6Ctf8axShiz0Uc+dwalTN4R4n4xXdvj1zGfS1bEGbinYnFRTcS5v+AeSg58awiz8OZyfULee01yyMaXM2odzuv148eCUhQ" +
      "NRi2MiPpUc1wzGJEbbrR7Z5v2PhVTmp44wTeaDVe6ZNRwEgx+u32282yNm70ojVJKJ+AmcPp3AV8zxT05HqtnUQABnHd03MDWZRMhS2TmBUjgHEGYBAp" +
      "3S2Jo9jNjJ2bQ+WQX1PcHCpoflHdQa8rP08QI15Z9Dud9bjp/yS/89a2tXF0i+yKV/KSb0kpDy9p3Poq19Hi96Kpsveob01rJeXOehpbwir5QFW4uxih" +
      "+cUjQocxeS1evP8YYZdFqZ7W8d8BmgwN/mPN9aeQgDRsiBzOUkiUAmGlAEQ7shxliWgEmfepZj2pwo2zq9IEgSdRQoqe2zW8uKbZ2sLMaV5Ql/qkRZYS" +
      "e3j15Sn60EW1c6f4kjgymolVtlbb1yYjPllJqP78rOBggLf86WO4poNEQslD2h7iZ3NvvL74g2YPfXJqlKwBdmLSSIk4yTHx7S1BvZHRXUCvBPFO45MK" +
      "UyCvwBixIUdXfhfsw3e8FtA98sCbErly+vXc4l3MPgzVo1RCRVrVGUO92fLEZm/bfeL88a+i2BaeHOd90+j60f23iBQNp1oKrHumJxLacTNkh0nIFUJL" +
      "d5XEn+YaPobM510HH+tjySJVlbJiB3cYr7mdGzW9BTsRI57ut3fm7ca5yfKbIoYLaL08AI8vhzrMEGVJAV6yIX8Nti/iofwgrNRF9UA/QfUyHp8I166f" +
      "hryGkjwcjETSbMrs8Tpx+c3ujQMBtsmsqNQLW8evdx5u2yrNvpMI07Aq4CINS2VqBuCk4O7mnUfDneo3Oygsly92zXf5Zs8L5OOYKhMnh0x8n4PyOY+h" +
      "d50G+I5c53/g3ej8Bson4lqXIuR7BGEdE/DZC+QD+NbqWK34dGZEpuqKAA9bFvwdr3Z/8qUokbL+qbn3sb9+/n0y+BYRnabDTMVrC9y9T9tz8QW7YLda" +
      "tUTvNqaHLoj3dg9cDmr9NAUZiK+AD9mZrshnftG5jYuySB7NWeB79EOyUVzQXPl1Q+VFufROAV1zqjB7aMufzdU5EezIruJGnHPQ6xaTPrPM3Mz544OS" +
      "ZIvYOx8TX8SVTW4asLzrZx/FVeomg+Zee297mWZsy8tWJv1V4qenyGzuOsgxT51TL63EUq5Ve+X4I32IjtzfztJwUcmzz9QE5opboSZAvP3fbqzS/eKy" +
      "F8QT1XEXZg9d+wMPOBoCPFfxathjw8pIpIvgaDz3YwRqJsWlZTUn5yvx5ReUpBlA9vixY2D2UilMoh9zY+lH0NtATrj+S5dQBqdSS/uLWNZu+eyFsHV9" +
      "CvEqyCtwMY1YHbVsrcHX4aJdjoLsCfGg/ahRfQBvdVySBl/veSEwDNhSlMLJRTwMBdKSoEmI+C9TBAu8mGiqW0cragv56cV/OpLIwGbaoXwaQyHSHxTJ" +
      "5B5GKFIQcEAXG60OFElQr1nB9iJztlNyrBMI4hnWbeb+UeuZOIW9Pq5sB6DrrQ5nTJjuY9MjpGM2xJGIqhoXNgZn1nxL+2BwOdzpaUO/WWNcNWUYVp0j" +
      "T5u/GzQQIF9V11Loj7i6ab4J9+HrlZfTIpkXtTzBzBfScEPXHnfO/0y0mPkW2Q7kom2qQRfyAdv8zhXSsBq5dorpLjK8iJHSqwOBNsnWx0SsxskLiRh1" +
      "cm9zQQ3yQK2294fMoPnRRhH/3litEdp4Qjnm6crTCUQGRSxgW5F9o5j69lgqHOvg/lSVY22aUNT+RYeEqzVIXMw89DbqPRiqIXq+Y45zPxSkMzWWEDZG" +
      "MNAYP4XqD+XBB4VNWQoal16s27Jld9BZu4E+roDuKCwOaqXewonfura5+zllAqldi1T5kHmhb/5lSm1Ys8GVowPXPbY4rCw91176Sr6BH4ax0GziaUjC" +
      "iAhndz1p6OCIk9i2VTxDpve3apPp4ZhkqGQ3alpQaIf7d3TEyB0AC820pFdYGMFAYSwVmqLNl+g7p06TjBiRY6IsOfHyvCBJuFXOujXUsb0j1ufOd4GF" +
      "C5xJXlzn+1pz2YhsPhwHdyRCUceftSWrId7uULvoxLm+OzJb+9JHiTM4+aq5sC19Ck2jyEpVMb0ih6fvEjr+aBE7/xYhycwZ3FMz1pX/Ca51H60FmltB" +
      "R7TyqphqoHxbJSuElRECVMaiueaAuSpAobF9C3EQqbKj0NEnRjKSJ6w93N89iYrzXEVISt6Zt10Sr3I86VgBmx6wbWvJPRmSaKe47EGba4NToHy7GT7j" +
      "Dcqlnms05tZnh20FK2PSvFMaGquF9cs29tm/WiKfu/nBTZa3BPtOZGvdNt9RNdh5FA80t7vkRmb6Zm6egI7wmzB6IUuNsTStJOxDlwqNrOps9qPQ+Lkd" +
      "StKEdyeH+A0822FOItQfLkWE1thtuQmId8bZhBG2OyDvBaOQsqDwS4hN7UR9b2IX91ZGlZE4rsAhBDB3pQ/c1TE7nZs4L2wM6QrUPGhuav1Vn4fxTrKg" +
      "uVu5dsLshSJ/Nvcxq4H2w1xReJrt7ycdpg0IpS5dh2wFR+PckZcfmwZW2wqmKdhohouNFtwNNBqhR6+coQ022lEb9HT92VhHgO+yKoL0iBqGlibVN0ok" +
      "luB0xUY7GvcJppVOGVoPlC92cEN7G883EZQP46giDF8o5bt8S+aqWl5Od29NJYQUwtOtNd0VMcav+gD1Skpgb3I7YPDoHh6d8/GRK5seDbvYHkVM20UJ" +
      "i1/YgnxwJeJsUONux14CqJ5tnYzAXH3AXNNQRfHiLFtdoHBX+5BvdG3aSZz8WARkr2cWrs9ArwazF3K1yVMZRXIX4DHeCbMXBvmevVYQz2bgDYhn6f+M" +
      "1Ycxdk7D7deq0I0NiQezZ75N6p5WDt77rlXCajY9yWyGAmbvvoT6EWz0EFgs+xgHcZE5udGHjDQy1v9yKJM7fyiGf96/RbbINrUdFkrCDSgYlHXVclYH" +
      "6Mwg2qbufU2sjpQuRvFB8dRe5l85ARlvBc01QzYJsxcGXC2FF7mlk8tqOG1yROT1isWrCLbMfrtOQj7GnT5sWParR1PKRdeW8fhXkbJlkxU+WF1wmv7r" +
      "T8E0bXjncjkiPPuZbZU4OOuDhLP+i7kXh4gsD/bK8kcWp93nzikG6JiubZvqAPG0LdHrQDz4k9c5Te0ZgqNhlpUhzF4Yd6n3frSyS7qqylOTWhdnzgWK" +
      "nXYmjk6OMyG49/CuXQDo2i0nZhdiMeqzf/K9riIVVdaZFsAW6W6OuDT07QzVM5bCTbuq6Gj/8LZADSY6SQtWAi5ysgadr4ZVNjL5Mw/x08OhSVC9lWjE" +
      "SgBP7nT/1FSCNooqCWGbTeOF0Qt3gyj+G1BLBwgd+jHuewsAAEUOAABQSwMEFAAIAAgAeYp8XQAAAAAAAAAAAAAAAA4AAAAwMDAwMDAwMi5kd3JlY6WV" +
      "ezhUeRjH58KUUFNJLqXpkCRxhmGYbBkil0eupVzSxFRDjYmZsC5pDLaWKXrogkQJm0vFkljrMvtsy2JlKRUzkiQh60GK2nPmFou/9q95zve8vzOf7/t+" +
      "33P2eLhaWyEQyHUIBEKxXANfHec7kIrIDWbRd+BRTZahrsGlp5wRzegRA6hgRO0O7hrnQHYaEpkfGkIyMAiiUxvqU0oI1u62vvvd9rj7+lMZzBMlBEt3" +
      "qznXm6CjLiEZn3MKtdakIVFzjiaXEA66Os8p7YNKf/syvN7v54ovqShkgfRJIpSTAgSvCYwAmEEMmh9AAv7zR4AewARIoB7gD5AiAAaFFjy3BrrLgm7j" +
      "TUBDE6KZGYFghodKQ6inAZIxSNADKCGBIQDJywvAQ5V4EK9vDPjoeQGm0C90jQf1DUWCmVjASwTolkgxlCrwYVgxEio+esBRmr/o4YaQbgY/wscnKmoc" +
      "sptHjqAPvulrF9qVNFJsF4HgvZhrd36fF7crqVlg19TMRGwXDxovaRdvIkY3kZiRuCNK3YkFU4lgKBbMJIKRSDAU9WxJ+68g+1M6iTHul8rHU1GoAmkY" +
      "xPYZCF7jXPvzs7K4fUnNwmmDRlL7S0/7/9tf0i0Xchty13woqmJTU6osEiHdLt5ZfFjG/h+rVtSDSvH8/qxVuXI0+5ZCAT3TflubjAImSTvTvsfnXU4x" +
      "n2odfpuBtBpOaIgkjcR3TbsX45Tu4Uw/XPBvGKpAUrrK6LkjSS6NP9y4NLtWz9Px3khpV2ST4DQngITlKCW9Bx05IQzVSN+jhTIDfRU9z7JKJhTlzQwm" +
      "L0NkEY+R+XFpldqpsqgWREBrrZiuFsGLEdI5wHTWU8G/X0zh3U4hnkG+WsZxtSfIxpJv2e3dEnGF5JI3YHTL3PVhTLZT1TDjZdDK2E1ulWzn2hRBnVGK" +
      "fAkfw6G1FTkPP/csKnrCMd9V56rCHs9q7vfChG48kIQk67bpxNZszYhtFXxW8tvyER89FDc77cnXMgI1YTy/QS3NU04oFahxLYiOrBgRHh2U4FWtrMcJ" +
      "m+d0ne3coNpBvLfPsf3mJVutC5Z58aFElsvT0Qc3hXRnZqNJG1fNvo7U9cCuOIjdEEZ+0DvxIgYseRRIrTC22Va6mvM+60h3AJuV1fzGC7MKzTlJWG6Z" +
      "bxOQqNm7wRvDH1DZXjf9sdljciAwCq07AirDeModM2o6vDNnYTykRZCFGO+mFO/bbM/bBUpnqzd3tuRo3iAq/nlowhjzJevWON6X/PgImSGQbdsHNy+8" +
      "w3FHeqdK7p/HHGy/yCmzHODhMh0ENQnFEF6jfYACute8UqamdbMSe7zXq+R965V/MIqrDWZgvGejFe/OH9Khw8NF3t0tjl4QduFwn3DmDBcZm21zmWs/" +
      "qc/K2dd6nAxlT9Yqc6pqjPlMY++AW+U551q2oFY+RVHE57O9Kglvr5or17W7Lmd4eWeUSfqo6ssp5yQM2bbNNomC82Y3CWjc+2syLvK/p56t6SRqy4Pb" +
      "tCG8td4KY+nKu9TTlqFaUMorxdkLioG/O/epdH+qP+5oOI55gooLYVD9YEMTZW+vaXPL8+F+zzuxSBxiehPfqR/Mu0NzttUymR+HaigO3dHmG1d1v7US" +
      "xcE8jBw8JozD87InJ4v2NwbYPe6V6yzabPq1y7uGyuBbnVRTZGMfJas1WJjuzaqbCr+uW5cwmA71++knjF4juCEFwtNwKYgMN7QbF+LF9IjTGvRBsuq/" +
      "QHgq1vz+Fl8Ir77wfBUr4Dombg9QoMMMCAt1W8/6brd8o2bcdgVe9k7uQHuNeqZTP8byHEVmWSmu68OnUxZXPYo8i8s95bNztf2/cijD3CPdx0unb1A+" +
      "afyUjANraA95IFa/jnp1XrtXDoIouHny6C4++HrGA6ZDH4gWp4Hx1yLNc62UsZlQLHRrJ+horbGzznZrqEp/lD8UeshFY5s3pXZqlkLK4sK7RMSuUNA0" +
      "vbruj/inQej6B7SuM6605soDOy0nnVTadIW7FBGvigF7lmNVLjtuBbkcB4bqscPCNxGRL3wT6d8BARjPdCzw2mFzur0Qr85RPNvTFgt3aYsc7dsuKcSr" +
      "Oe5Mra7629rn16YL08n16xSi3nL7pstGbQbaI9EUjAMbXWJrUh2tjk1zJFoaF+E90zNx/l9lHCjSrJ64qyZTwMyFd2mNN8bJITFOEDnTqf55PLcaqfgv" +
      "UEsHCG0CM/h3BgAAKwkAAFBLAwQUAAgACAB5inxdAAAAAAAAAAAAAAAAEgAAAGluZGV4LTAwMDAwMDAxLmR3aXMJD3J1ZmBg1GNgYDgmGv5uQXVs0cTp" +
      "6wwgwFAvpbwoNZlxaVFpnq7haafyoKLNegUMEEZuAMNZPlcRAFBLBwhpJ3FcPAAAAEIAAABQSwMEFAAIAAgAeYp8XQAAAAAAAAAAAAAAAAkAAABpbmRl" +
      "eC5kd2lzCQ9ydWZgYGRkYGA4WcOr9OzCi/kTAFBLBwjoHGVNFwAAABUAAABQSwECFAAUAAgACAB5inxdHfox7nsLAABFDgAADgAAAAAAAAAAAAAAAAAA" +
      "AAAAMDAwMDAwMDEuZHdyZWNQSwECFAAUAAgACAB5inxdbQIz+HcGAAArCQAADgAAAAAAAAAAAAAAAAC3CwAAMDAwMDAwMDIuZHdyZWNQSwECFAAUAAgA" +
      "CAB5inxdaSdxXDwAAABCAAAAEgAAAAAAAAAAAAAAAABqEgAAaW5kZXgtMDAwMDAwMDEuZHdpUEsBAhQAFAAIAAgAeYp8XegcZU0XAAAAFQAAAAkAAAAA" +
      "AAAAAAAAAAAA5hIAAGluZGV4LmR3aVBLBQYAAAAABAAEAO8AAAA0EwAAAAA=",
    "base64",
  ),
);

/** The files of a recording in version 1, in a store of their own. */
export async function formerRecording(): Promise<MemoryStore> {
  const opened = openArchive(archive);
  const store = new MemoryStore();
  for (const { name, bytes } of await opened.list()) {
    store.files.set(name, (await opened.read(name, 0, bytes)).slice());
  }
  return store;
}
